import type { SendingRules } from '../ledger/dispatch.entity.js';

/** The rules without those whose answer depends on the moment: consent, suppressions and the address remain. */
export const lastingRules = ({ brandId, mode }: SendingRules): SendingRules => ({
  brandId,
  mode,
  segmentId: null,
  frequencyCap: null,
  quietHours: null,
  timeZone: null,
  conditions: null,
});
