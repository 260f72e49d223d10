import { SmtpSink } from '#libs/simulators';
import { OfferCode } from '../../src/offers/offer-code.entity.js';
import { PLATFORM_MODULES } from '../../src/platforms.js';
import { stored } from '../factories/given.js';
import { FakeDiscounts, withDiscounts } from './fake-discounts.js';
import { SequenceStore } from './sequence-store.js';
import { type Answer, TestApp } from './test-app.js';

/** What the API says of the offer of a sequence. */
export interface Offers {
  readonly minted: number;
  readonly assigned: number;
  readonly redeemed: number;
  readonly returned: number;
  readonly deactivated: number;
  readonly openLiability: { readonly codes: number; readonly maximum: object | null; readonly until: string | null };
  readonly problem: string | null;
  readonly sentence: string;
  readonly items: readonly OfferItem[];
}

interface OfferItem {
  readonly step: string | null;
  readonly variant: string | null;
  readonly label: string;
  readonly assigned: number;
  readonly open: number;
  readonly problem: string | null;
}

export const OFFER = { kind: 'percent', value: 10, endsIn: 'P7D', fallback: 'skip' } as const;
/** A step that shows the offer. */
export const SHOW = {
  subject: 'one for {{ customer.firstName }}: {{ offer.label }}',
  body: 'Use {{ offer.code }} until {{ offer.endsOn }}. [Go]({{ offer.url }})',
};

/** The status and the code of a refusal. */
export const refusal = (answer: Answer): unknown => {
  const { status, body } = answer as Answer<{ code: string; errors?: unknown }>;
  return [status, body.code];
};

/** A service with a mailbox, whose stores mint codes by `shop`. */
export class OfferStage {
  private stores = 0;

  private constructor(
    readonly app: TestApp,
    readonly sink: SmtpSink,
    readonly shop: FakeDiscounts,
  ) {}

  static async start(): Promise<OfferStage> {
    const shop = new FakeDiscounts();
    const sink = await SmtpSink.start();
    const settings = { SMTP_URL: sink.url, EMAIL_FROM: 'Rekindle <hello@example.com>' };
    return new OfferStage(await TestApp.start(settings, [...PLATFORM_MODULES, withDiscounts(shop)]), sink, shop);
  }

  async stop(): Promise<void> {
    await this.app.stop();
    await this.sink.stop();
  }

  /** A new store with these customers. */
  opened(names: readonly string[]): Promise<SequenceStore> {
    this.stores += 1;
    const customers = Object.fromEntries(names.map((name) => [name, {}]));
    return SequenceStore.start(this.app, this.sink, `offers${this.stores}.myshopify.com`, customers);
  }

  async offersOf(sequenceId: string): Promise<Offers> {
    return (await this.app.admin<Offers>('GET', `/admin/sequences/${sequenceId}/offers`)).body;
  }

  /** The codes of a store by customer. */
  async codesOf({ retailerId }: SequenceStore): Promise<Map<string | null, string>> {
    const rows = await stored(this.app).rows(OfferCode, { retailerId }, 'customerId', 'code');
    return new Map(rows.map(({ customerId, code }) => [customerId, code]));
  }

  /** The first email that the customer got, or nothing. */
  textOf(store: SequenceStore, name: string): string {
    return this.sink.emails.find(({ to }) => to === store.addressOf(name))?.source ?? '';
  }

  /** The discount of a sequence's last run on the store. */
  discountOf(sequenceId: string): FakeDiscounts['discounts'][number] | undefined {
    return this.shop.discounts.findLast(({ rule }) => rule.title.startsWith(`${sequenceId}: `));
  }
}
