import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { RetailersService } from '../retailers/retailers.service.js';
import { StoreConnectorsService } from '../stores/store-connectors.service.js';
import type { OfferTerms } from './offer.dto.js';
import { endInWords, offerLabel } from './offer-label.js';
import { type ExecutionOffer, OfferRepository } from './offer.repository.js';
import { AHEAD } from './offer-texts.js';
import type { ExecutionPlace } from './offer-listeners.service.js';
import { OfferMetrics } from './offer.metrics.js';
import { OfferWorksService } from './offer-works.service.js';

/** An offer of an execution that begins. */
export interface NewOffer {
  readonly retailerId: string;
  readonly executionId: string;
  readonly sequenceId: string;
  /** What it belongs to: empty for the sequence, `step/variant` for a variant. */
  readonly place: string;
  readonly mode: 'live' | 'test';
  /** Executions that a trigger starts share one discount. */
  readonly trigger: 'manual' | 'segment_entered';
  readonly terms: OfferTerms;
  /** BCP 47, of the emails. */
  readonly language: string;
  /** When the first emails are due; null: now. */
  readonly startsAt: Date | null;
  readonly endsInMs: number;
  readonly waitUpToMs: number;
}

/** The recipient of a message that may show an offer. */
export interface OfferAsk {
  readonly executionId: string;
  /** The place of the offer that the message shows. */
  readonly offerPlace: string;
  /** Null for a test address. */
  readonly customerId: string | null;
}

/** The variables of an email about the recipient's offer. */
export interface RecipientOffer {
  readonly code: string;
  /** Applies the code and leads to the store. */
  readonly url: string;
  /** "10% off", in the language of the email. */
  readonly label: string;
  /** ISO 8601. */
  readonly endsAt: string;
  /** The end in words, in the language of the email and the time zone of the store. */
  readonly endsOn: string;
}

/**
 * - `ready`: the email shows the offer
 * - `pending`: the code is being minted; the email waits so long after its step was due, then `fallback` decides
 * - `none`: there will be no code, and `fallback` decides
 */
export type OfferAnswer =
  | { readonly status: 'ready'; readonly offer: RecipientOffer }
  | { readonly status: 'pending'; readonly waitSeconds: number; readonly fallback: OfferTerms['fallback'] }
  | { readonly status: 'none'; readonly fallback: OfferTerms['fallback'] };

export const TEST_CODE = 'TEST-CODE';

const DAY_MS = 86_400_000;

/** The number of executions without an offer that are remembered. */
const MOST_REMEMBERED = 10_000;

/** The codes of executions: opens and ends offers, and gives each recipient one code of an offer. */
@Injectable()
export class OffersService {
  /** Executions that have no offer: an offer begins with its execution, so they never get one. */
  private readonly without = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly offers: OfferRepository,
    private readonly works: OfferWorksService,
    private readonly retailers: RetailersService,
    private readonly connectors: StoreConnectorsService,
    private readonly metrics: OfferMetrics,
  ) {}

  /** To be called in the transaction that starts the execution. */
  async open(tx: Tx, start: NewOffer): Promise<void> {
    const { retailerId, executionId, sequenceId, place, mode, terms, language } = start;
    const isMinted = mode === 'live' && terms.code === undefined;
    const now = new Date();
    const startsAt = wholeSecond(start.startsAt && start.startsAt > now ? start.startsAt : now);
    const isShared = isMinted && start.trigger === 'segment_entered';
    const joined = isShared && (await this.offers.findOpen(tx, start, startsAt));
    const id = joined || randomUUID();
    if (!joined) {
      const retailer = await this.retailers.find(retailerId, tx);
      await this.offers.insert(tx, {
        retailerId,
        id,
        sequenceId,
        place,
        mode,
        terms,
        language,
        startsAt,
        waitSeconds: Math.ceil(start.waitUpToMs / 1_000),
        currency: retailer?.currency ?? 'USD',
        timeZone: retailer?.timeZone ?? 'UTC',
        endsAt: new Date(startsAt.getTime() + Math.max(start.endsInMs, 1_000) + (isShared ? DAY_MS : 0)),
        acceptsUntil: isShared ? new Date(startsAt.getTime() + DAY_MS) : null,
        wanted: isShared ? AHEAD : 0,
        status: isMinted ? 'open' : 'closed',
      });
    }
    await this.offers.join(tx, retailerId, id, executionId);
  }

  /** Has codes of an offer minted for recipients. To be called in the transaction that decides who they are. */
  async expect(tx: Tx, retailerId: string, offer: ExecutionPlace, recipients: number): Promise<void> {
    if (recipients === 0) return;
    const isMinted = await this.offers.wantFor(tx, retailerId, offer, recipients);
    if (isMinted) await this.works.makeDue(tx, retailerId);
  }

  /**
   * Ends the offers of an execution: its codes that nobody was sent are removed from the store soon after the commit.
   * With `revokeSent` those in mailboxes are removed too. Idempotent.
   */
  async end(tx: Tx, retailerId: string, executionId: string, revokeSent = false): Promise<void> {
    if (await this.offers.end(tx, retailerId, executionId, revokeSent)) await this.works.makeDue(tx, retailerId);
  }

  /**
   * The answers about messages of one retailer in their order; undefined for a message that has no offer.
   * Assigns codes that are minted to recipients who have none, unless `assigns` is false.
   */
  async forMessages(
    retailerId: string,
    asks: readonly OfferAsk[],
    storeUrl: string | undefined,
    assigns = true,
  ): Promise<(OfferAnswer | undefined)[]> {
    const sql = this.database.of(retailerId);
    const found = await this.of(
      sql,
      retailerId,
      asks.map(({ executionId }) => executionId),
    );
    if (found.length === 0) return asks.map(() => undefined);
    const codeUrl = await this.codeUrlOf(retailerId);
    const byOffer = groupBy(asks, ({ executionId, offerPlace }) => nameOf(executionId, offerPlace));
    const answers = new Map<string, (customerId: string | null) => OfferAnswer>();
    for (const offer of found) {
      const name = nameOf(offer.executionId, offer.place);
      const mine = byOffer.get(name);
      if (!mine) continue;
      const show = (code: string): OfferAnswer => ({ status: 'ready', offer: shown(offer, code, codeUrl, storeUrl) });
      answers.set(name, await this.answersOf(sql, offer, customersOf(mine), show, assigns));
    }
    return asks.map(({ executionId, offerPlace, customerId }) =>
      answers.get(nameOf(executionId, offerPlace))?.(customerId),
    );
  }

  /** The offer of a preview, which nothing is minted for. */
  async example(
    retailerId: string,
    terms: OfferTerms,
    { language, endsInMs, storeUrl }: { language: string; endsInMs: number; storeUrl: string | undefined },
  ): Promise<RecipientOffer> {
    const retailer = await this.retailers.get(retailerId);
    const endsAt = wholeSecond(new Date(Date.now() + endsInMs));
    const [currency, timeZone] = [retailer.currency ?? 'USD', retailer.timeZone ?? 'UTC'];
    const codeUrl = await this.codeUrlOf(retailerId);
    return shown({ terms, language, currency, timeZone, endsAt }, TEST_CODE, codeUrl, storeUrl);
  }

  /** The customers among these with a code that a counted order carries now. */
  redeemedAmong(
    sql: Sql,
    retailerId: string,
    executionId: string,
    customerIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    return this.offers.redeemedAmong(sql, retailerId, executionId, customerIds);
  }

  /** The executions among these that have an offer. */
  async executionsWithOffer(retailerId: string, executionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.of(this.database.of(retailerId), retailerId, executionIds);
    return new Set(found.map(({ executionId }) => executionId));
  }

  /** Whether recipients who wait for a code of one of these offers need not wait. */
  isAnswered(retailerId: string, offers: readonly ExecutionPlace[]): Promise<boolean> {
    return this.offers.isAnswered(this.database.of(retailerId), retailerId, offers);
  }

  private async of(sql: Sql, retailerId: string, executionIds: readonly string[]): Promise<ExecutionOffer[]> {
    const ids = new Set(executionIds.filter((id) => !this.without.has(id)));
    if (ids.size === 0) return [];
    const found = await this.offers.ofExecutions(sql, retailerId, [...ids]);
    if (this.without.size > MOST_REMEMBERED) this.without.clear();
    for (const id of ids) if (!found.some(({ executionId }) => executionId === id)) this.without.add(id);
    return found;
  }

  private async answersOf(
    sql: Sql,
    offer: ExecutionOffer,
    customerIds: readonly string[],
    show: (code: string) => OfferAnswer,
    assigns: boolean,
  ): Promise<(customerId: string | null) => OfferAnswer> {
    const { executionId, terms, endsAt, mode, status, waitSeconds } = offer;
    const none: OfferAnswer = { status: 'none', fallback: terms.fallback };
    if (endsAt.getTime() <= Date.now()) return () => none;
    if (mode === 'test') return () => show(TEST_CODE);
    const { code } = terms;
    if (code !== undefined) return () => show(code);
    let codes = await this.offers.codesOf(sql, offer, executionId, customerIds);
    const waiting = customerIds.filter((id) => !codes.has(id));
    if (assigns && status === 'open' && waiting.length > 0 && (await this.assign(offer, waiting)) > 0) {
      codes = await this.offers.codesOf(sql, offer, executionId, customerIds);
    }
    const pending: OfferAnswer = { status: 'pending', waitSeconds, fallback: terms.fallback };
    return (customerId) => {
      const found = codes.get(customerId ?? '');
      if (!found) return status === 'open' && customerId !== null ? pending : none;
      return found.deactivatedAt ? none : show(found.code);
    };
  }

  /** Returns the number of customers who got a code. Has more codes minted where some are missing. */
  private async assign(offer: ExecutionOffer, customerIds: readonly string[]): Promise<number> {
    const { retailerId, id, executionId } = offer;
    const assigned = await this.database.transaction(retailerId, async (tx) => {
      const given = await this.offers.assign(tx, offer, executionId, customerIds, new Date());
      const ahead = offer.acceptsUntil ? AHEAD : 0;
      if (given.missing > 0) {
        await this.offers.wantMore(tx, retailerId, id, given.missing + ahead);
        await this.works.makeDue(tx, retailerId);
      }
      return given.assigned;
    });
    this.metrics.count(retailerId, 'assigned', assigned);
    return assigned;
  }

  private async codeUrlOf(retailerId: string): Promise<CodeUrl> {
    const discounts = (await this.connectors.of(retailerId))?.discounts;
    return (storeUrl, code) => discounts?.codeUrl(storeUrl, code, '/') ?? storeUrl;
  }
}

type CodeUrl = (storeUrl: string, code: string) => string;

/** The words of an offer are the same for all of its recipients, and Intl takes long to make them. */
const wordsOf = new WeakMap<ShownTerms, Pick<RecipientOffer, 'label' | 'endsAt' | 'endsOn'>>();

function shown(offer: ShownTerms, code: string, codeUrl: CodeUrl, storeUrl: string | undefined): RecipientOffer {
  const words = wordsOf.get(offer) ?? inWords(offer);
  wordsOf.set(offer, words);
  return { code, url: storeUrl === undefined ? '' : codeUrl(storeUrl, code), ...words };
}

const inWords = ({ terms, language, currency, timeZone, endsAt }: ShownTerms) => ({
  label: offerLabel({ ...terms, currency }, language),
  endsAt: endsAt.toISOString(),
  endsOn: endInWords(endsAt, language, timeZone, new Date()),
});

type ShownTerms = Pick<ExecutionOffer, 'terms' | 'language' | 'currency' | 'timeZone' | 'endsAt'>;

/** Platform A keeps whole seconds. */
const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000);

const nameOf = (executionId: string, place: string): string => `${executionId} ${place}`;

const customersOf = (asks: readonly OfferAsk[]): string[] => [
  ...new Set(asks.flatMap(({ customerId }) => customerId ?? [])),
];
