import { WHOLE_SEQUENCE } from '../definitions/offer-places.js';
import { emailFor, type Run, type RunStep } from './run.js';

/** A customer at a step. */
export interface OfferHolder {
  readonly customerId: string;
  /** Index of the step. */
  readonly from: number;
  /** The place of the offer that the customer was shown last; default is that of the sequence. */
  readonly offerPlace?: string;
}

/**
 * The places of the offers whose codes the customer may need from the step on. A step whose shares change is known once
 * the customer reaches it, and so is what follows it. A step with a condition may be left out. Pure.
 */
export function offersAhead(
  run: Pick<Run, 'retailerId' | 'sequenceId'>,
  steps: readonly RunStep[],
  { customerId, from, offerPlace = WHOLE_SEQUENCE }: OfferHolder,
): Set<string> {
  const needed = new Set<string>();
  let held: readonly string[] = [offerPlace];
  for (const [index, step] of steps.entries()) {
    if (index < from) continue;
    if (index > from && step.drawsOffers) break;
    const { own, shown } = emailFor(run, step, customerId).offers;
    const places = own === null ? held : [own];
    if (shown) for (const place of places) needed.add(place);
    held = step.condition ? [...new Set([...held, ...places])] : places;
  }
  // Codes of the offer that the customer has were asked for with the first step that shows it.
  if (steps.slice(0, from).some(({ emails }) => emails.some(({ offers }) => offers.shown))) needed.delete(offerPlace);
  return needed;
}
