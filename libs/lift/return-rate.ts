import { confidenceSequence } from './beta-mixture.js';
import type { Estimate } from './experiment.js';

/** The rate at which the interval is narrowest: few lapsed customers come back by themselves. */
const EXPECTED_RATE = 0.1;

/** The rate at which customers come back by themselves. The interval may be looked at at any time; null for nobody. */
export function returnRate(returned: number, customers: number): Estimate | null {
  if (customers === 0) return null;
  const [low, high] = confidenceSequence({ share: EXPECTED_RATE, treated: returned, total: customers });
  return { estimate: returned / customers, low, high };
}
