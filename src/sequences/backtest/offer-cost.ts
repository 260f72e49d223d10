import { type Decimal4, formatMoney, parseDecimal } from '#libs/kernel';
import { offersIn } from '../definitions/offer-places.js';
import type { SequenceRow } from '../definitions/sequence.repository.js';
import { offersAhead } from '../runs/offers-ahead.js';
import { stepsOf } from '../runs/run.js';
import type { BacktestOffers } from './backtest.dto.js';
import type { Visit } from './visits.js';

type Played = Pick<SequenceRow, 'retailerId' | 'id' | 'definition' | 'templateIds'>;

/**
 * The codes that these visits would have taken, by the shares of the definition; null for a sequence without an offer.
 * `currency`: ISO 4217, of the store. Pure.
 */
export function offerCost(
  { retailerId, id: sequenceId, definition, templateIds }: Played,
  visits: readonly Pick<Visit, 'customerId' | 'emails'>[],
  currency: string,
): BacktestOffers | null {
  const terms = new Map(offersIn(definition).map((offer) => [offer.place, offer.terms]));
  if (terms.size === 0) return null;
  const stepIds = definition.steps.map(({ id }) => id);
  const steps = stepsOf({ definition, templateIds, stepIds }).map((step) => ({ ...step, drawsOffers: false }));
  let codes = 0;
  let most: Decimal4 | undefined = 0n;
  for (const { customerId, emails } of visits) {
    const holder = { customerId, from: 0 };
    for (const place of offersAhead({ retailerId, sequenceId }, steps.slice(0, emails), holder)) {
      const offer = terms.get(place);
      if (!offer) continue;
      if (offer.code === undefined) codes += 1;
      const amount =
        offer.kind === 'amount' && offer.code === undefined ? parseDecimal(String(offer.value)) : undefined;
      most = most === undefined || amount === undefined ? undefined : most + amount;
    }
  }
  return { codes, maximum: most === undefined ? null : { amount: formatMoney(most), currency } };
}
