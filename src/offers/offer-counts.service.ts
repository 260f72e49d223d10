import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { formatMoney, parseDecimal } from '#libs/kernel';
import type { OfferCountsAnswer } from './offer-counts.dto.js';
import { offerLabel } from './offer-label.js';
import type { OfferRow } from './offer.entity.js';

type OfferCounts = Record<'minted' | 'assigned' | 'redeemed' | 'returned' | 'deactivated' | 'open', number> &
  Pick<OfferRow, 'terms' | 'currency' | 'endsAt' | 'problem'>;

/** What became of the codes of a sequence. */
@Injectable()
export class OfferCountsService {
  constructor(private readonly database: Database) {}

  async ofSequence(retailerId: string, sequenceId: string): Promise<Readonly<OfferCountsAnswer>> {
    const offers = await this.database.of(retailerId).query<OfferCounts>(
      `SELECT o.terms, o.currency, o.ends_at AS "endsAt", o.problem, n.*
         FROM offers o CROSS JOIN LATERAL (
           SELECT count(*)::int AS minted, count(assigned_at)::int AS assigned,
                  count(*) FILTER (WHERE redeemed)::int AS redeemed,
                  count(*) FILTER (WHERE returned)::int AS returned,
                  count(deactivated_at)::int AS deactivated,
                  count(*) FILTER (WHERE assigned_at IS NOT NULL AND deactivated_at IS NULL AND NOT redeemed
                                     AND o.ends_at > $3)::int AS open
             FROM offer_codes c WHERE c.retailer_id = $1 AND c.offer_id = o.id) n
        WHERE o.retailer_id = $1 AND o.sequence_id = $2 AND o.mode = 'live' ORDER BY o.starts_at, o.id`,
      [retailerId, sequenceId, new Date()],
    );
    const sum = (key: 'minted' | 'assigned' | 'redeemed' | 'returned' | 'deactivated' | 'open'): number =>
      offers.reduce((total, offer) => total + offer[key], 0);
    const [minted, assigned, redeemed] = [sum('minted'), sum('assigned'), sum('redeemed')];
    const [returned, deactivated] = [sum('returned'), sum('deactivated')];
    const openLiability = liabilityOf(offers.filter(({ open }) => open > 0));
    const problem = offers.findLast((offer) => offer.problem !== null)?.problem ?? null;
    const counts = { minted, assigned, redeemed, returned, deactivated };
    return { ...counts, openLiability, problem, sentence: sentenceOf(offers, openLiability) };
  }
}

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
  const labels = [...new Set(open.map(({ terms, currency }) => offerLabel({ ...terms, currency }, 'en')))];
  const count = new Intl.NumberFormat('en').format(codes);
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(until);
  return `${count} open ${codes === 1 ? 'code' : 'codes'}, each ${labels.join(' or ')}, until ${day}.`;
}
