import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { formatMoney, groupBy, parseDecimal } from '#libs/kernel';
import type { OfferCountsAnswer, PlacedOfferCounts } from './offer-counts.dto.js';
import { offerLabel } from './offer-label.js';
import type { OfferRow } from './offer.entity.js';

type Counts = Record<'minted' | 'assigned' | 'redeemed' | 'returned' | 'deactivated' | 'expired' | 'open', number>;
type OfferCounts = Counts & Pick<OfferRow, 'place' | 'terms' | 'currency' | 'endsAt' | 'problem'>;

/** What became of the codes of a sequence. */
@Injectable()
export class OfferCountsService {
  constructor(private readonly database: Database) {}

  async ofSequence(retailerId: string, sequenceId: string): Promise<Readonly<OfferCountsAnswer>> {
    const offers = await this.database.of(retailerId).query<OfferCounts>(
      `SELECT o.place, o.terms, o.currency, o.ends_at AS "endsAt", o.problem, n.*
         FROM offers o CROSS JOIN LATERAL (
           SELECT count(*)::int AS minted, count(assigned_at)::int AS assigned,
                  count(*) FILTER (WHERE redeemed)::int AS redeemed,
                  count(*) FILTER (WHERE returned)::int AS returned,
                  count(deactivated_at)::int AS deactivated,
                  count(*) FILTER (WHERE ${UNUSED} AND o.ends_at <= $3)::int AS expired,
                  count(*) FILTER (WHERE ${UNUSED} AND o.ends_at > $3)::int AS open
             FROM offer_codes c WHERE c.retailer_id = $1 AND c.offer_id = o.id) n
        WHERE o.retailer_id = $1 AND o.sequence_id = $2 AND o.mode = 'live' ORDER BY o.starts_at, o.place, o.id`,
      [retailerId, sequenceId, new Date()],
    );
    const { open: _, ...counts } = sumOf(offers);
    const openLiability = liabilityOf(offers.filter(({ open }) => open > 0));
    const same = groupBy(offers, (offer) => `${offer.place} ${labelOf(offer)}`);
    const items = [...same.values()].map(itemOf).toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    return { ...counts, openLiability, problem: problemOf(offers), sentence: sentenceOf(offers, openLiability), items };
  }
}

/** Condition that a code is somebody's and may still be used, but for its end. */
const UNUSED = `assigned_at IS NOT NULL AND deactivated_at IS NULL AND NOT redeemed`;

function sumOf(offers: readonly OfferCounts[]): Counts {
  const sum = (state: keyof Counts): number => offers.reduce((total, offer) => total + offer[state], 0);
  const [minted, assigned, redeemed, returned] = [sum('minted'), sum('assigned'), sum('redeemed'), sum('returned')];
  return {
    minted,
    assigned,
    redeemed,
    returned,
    deactivated: sum('deactivated'),
    expired: sum('expired'),
    open: sum('open'),
  };
}

const problemOf = (offers: readonly OfferCounts[]): string | null =>
  offers.findLast((offer) => offer.problem !== null)?.problem ?? null;

const labelOf = ({ terms, currency }: OfferCounts): string => offerLabel({ ...terms, currency }, 'en');

/** Offers of one place with one label. */
function itemOf(offers: readonly OfferCounts[]): PlacedOfferCounts {
  const [first] = offers;
  const [step = '', variant] = first?.place.split('/') ?? [];
  const label = first ? labelOf(first) : '';
  const place = { step: variant === undefined ? null : step, variant: variant ?? null };
  return { ...place, label, ...sumOf(offers), problem: problemOf(offers) };
}

const keyOf = ({ step, variant, label }: PlacedOfferCounts): string => [step, variant, label].join(' ');

/** The store's share of a percentage and of shipping is not known before the order, so only amounts have a maximum. */
function liabilityOf(open: readonly OfferCounts[]): OfferCountsAnswer['openLiability'] {
  const codes = open.reduce((sum, offer) => sum + offer.open, 0);
  const until = open.length === 0 ? null : new Date(Math.max(...open.map(({ endsAt }) => endsAt.getTime())));
  const [first] = open;
  const isAmount = open.every(({ terms, currency }) => terms.kind === 'amount' && currency === first?.currency);
  if (!first || !isAmount) return { codes, maximum: null, until };
  const total = open.reduce(
    (sum, { terms, open: n }) => sum + (parseDecimal(String(terms.value)) ?? 0n) * BigInt(n),
    0n,
  );
  return { codes, maximum: { amount: formatMoney(total), currency: first.currency }, until };
}

function sentenceOf(offers: readonly OfferCounts[], { codes, until }: OfferCountsAnswer['openLiability']): string {
  const open = offers.filter((offer) => offer.open > 0);
  if (codes === 0 || until === null) return 'No code is open.';
  const labels = [...new Set(open.map(labelOf))];
  const count = new Intl.NumberFormat('en').format(codes);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  return `${count} open ${codes === 1 ? 'code' : 'codes'}, each ${labels.join(' or ')}, until ${day}.`;
}
