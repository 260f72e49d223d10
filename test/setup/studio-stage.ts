import {
  customerRecord,
  lineItemRecord,
  orderRecord,
  PlatformASimulator,
  type RecordEvent,
  SmtpSink,
} from '#libs/simulators';
import { retailerIdOf } from '#libs/kernel';
import { earlier } from './earlier.js';
import { partOf, targetsOf } from './email-parts.js';
import { StageB } from './platform-b.js';
import { StudioBrowser } from './studio-browser.js';
import { CLIENT_ID, CLIENT_SECRET, type TestApp, waitFor } from './test-app.js';

const DAY = 86_400_000;
/** One of them has not agreed to emails. */
const PEOPLE = 4;
const AGENT = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/140.0' };
export const MARKUP = '<img src=x onerror=alert(1)>';

/** A store of a simulated platform whose customers ordered 120 days ago, with what its merchant and customers do. */
export interface PlayedStore {
  readonly retailerId: string;
  readonly recipients: readonly string[];
  /** The page of the platform that frames the app. */
  readonly host: string;
  /** The address that installs the app. */
  readonly install: () => string;
  /** The address that the platform puts into its frame when the merchant opens the app. */
  readonly opening: () => string;
  /** The customer orders, and the platform reports it. */
  readonly order: (email: string) => Promise<unknown>;
}

/** One service with both platforms, a mailbox and a Chromium. */
export class StudioStage {
  private constructor(
    readonly platformA: PlatformASimulator,
    readonly stageB: StageB,
    readonly sink: SmtpSink,
    readonly browser: StudioBrowser,
  ) {}

  /** `settings` are more of the service's environment variables. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<StudioStage> {
    const [platformA, sink] = await Promise.all([
      PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }),
      SmtpSink.start(),
    ]);
    const stageB = await StageB.start({
      ...settings,
      SMTP_URL: sink.url,
      PLATFORM_A_SHOP_BASE_URL: platformA.baseUrlTemplate,
    });
    return new StudioStage(platformA, stageB, sink, await StudioBrowser.start(stageB.app.url));
  }

  get app(): TestApp {
    return this.stageB.app;
  }

  /** `people` is the number of its customers, each with an order. */
  storeA(name: string, people = PEOPLE): PlayedStore {
    const domain = `${name}.myshopify.com`;
    const shop = this.platformA.addShop({ domain, name: `${name} & Daughters <b>` });
    for (const event of past(name, people)) shop.apply(event);
    return {
      retailerId: retailerIdOf('platform-a', domain),
      recipients: recipientsOf(name),
      host: 'https://admin.shopify.com',
      install: () => `/platform-a/auth?shop=${domain}`,
      opening: () => this.platformA.openingOf(shop, `${this.app.url}/platform-a/auth`),
      order: (email) => this.platformA.emit(shop, orderNow(name, email)),
    };
  }

  storeB(name: string): PlayedStore {
    const { platform } = this.stageB;
    const store = platform.addStore({ hash: name, name: `${name} & Daughters <b>`, quota: 100_000 });
    for (const event of past(name)) store.apply(event);
    return {
      retailerId: retailerIdOf('platform-b', name),
      recipients: recipientsOf(name),
      host: `https://store-${name}.mybigcommerce.com`,
      install: () => platform.installCallback(store),
      opening: () => `/platform-b/load?signed_payload_jwt=${platform.sign.signedPayloadJwt(store)}`,
      order: (email) => platform.emit(store, orderNow(name, email)),
    };
  }

  /** The address that the control panel opens for somebody who does not own the store on platform B. */
  memberOpening(name: string): string {
    const { platform } = this.stageB;
    const store = platform.store(name);
    const user = { id: 77, email: `mia@${name}.example`, locale: 'en-US' };
    return `/platform-b/load?signed_payload_jwt=${platform.sign.signedPayloadJwt(store, { user })}`;
  }

  /** The recipients of the emails that the store has sent. */
  sentTo({ recipients }: PlayedStore): string[] {
    return this.sink.emails.map(({ to }) => to).filter((to) => recipients.includes(to));
  }

  /** A person opens the link of the email, a minute after it came, and orders. */
  async clickAndOrder(store: PlayedStore, email: string): Promise<void> {
    await this.app.sql(`UPDATE messages SET ${earlier('settled_at', "interval '1 minute'")} WHERE retailer_id = $1`, [
      store.retailerId,
    ]);
    const source = this.sink.emails.find(({ to }) => to === email)?.source ?? '';
    const link = targetsOf(partOf(source, 'html')).find((url) => url.includes('/c/')) ?? '';
    await fetch(link, { redirect: 'manual', headers: AGENT });
    await nextSecond();
    await store.order(email);
  }

  rows({ retailerId }: PlayedStore, table: 'segments' | 'sequences'): Promise<{ id: string }[]> {
    return this.app.sql<{ id: string }>(`SELECT id FROM ${table} WHERE retailer_id = $1`, [retailerId]);
  }

  /** The live runs of the store. */
  runsOf({ retailerId }: PlayedStore): Promise<{ id: string }[]> {
    return this.app.sql<{ id: string }>(`SELECT id FROM executions WHERE retailer_id = $1 AND mode = 'live'`, [
      retailerId,
    ]);
  }

  async brandOf({ retailerId }: PlayedStore): Promise<string> {
    const [brand] = await this.app.sql<{ id: string }>('SELECT id FROM brands WHERE retailer_id = $1', [retailerId]);
    return brand?.id ?? '';
  }

  /** A delivery of the store that could not be processed. */
  async failDelivery({ retailerId }: PlayedStore): Promise<void> {
    await this.app.sql(
      `UPDATE deliveries SET status = 'failed', attempts = 12, problem = 'a total that is no number: ${MARKUP}'
        WHERE retailer_id = $1 AND id = (SELECT min(id::text)::uuid FROM deliveries WHERE retailer_id = $1)`,
      [retailerId],
    );
  }

  /** More members than a page shows. They appear in the segment without any order. */
  async fillSegment({ retailerId }: PlayedStore, segmentId: string, people: number): Promise<void> {
    await this.app.sql(
      `WITH made AS (
         INSERT INTO customers SELECT (c).* FROM (
           SELECT jsonb_populate_record(NULL::customers, to_jsonb(t) || jsonb_build_object(
                    'id', gen_random_uuid(), 'external_id', 'many-' || n, 'email', 'many' || n || '@many.example')) AS c
             FROM (SELECT * FROM customers WHERE retailer_id = $1 LIMIT 1) t, generate_series(1, $3::int) n) many
         RETURNING id)
       INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
       SELECT $1, $2, id, now() FROM made`,
      [retailerId, segmentId, people],
    );
  }

  /** The store's only sequence. Its name is in the language of the emails. */
  async sequenceOf(store: PlayedStore): Promise<{ id: string; name: string; steps: { delay: string }[] }> {
    const [row] = await this.rows(store, 'sequences');
    return (
      await this.app.admin<{ id: string; name: string; steps: { delay: string }[] }>(
        'GET',
        `/admin/sequences/${row?.id}`,
      )
    ).body;
  }

  /** Orders that the results of the sequence attribute to a click. */
  async ordersAfterClicks(sequenceId: string): Promise<number> {
    const path = `/admin/sequences/${sequenceId}/results`;
    const { body } = await this.app.admin<{ attributed: { byClick: { orders: number } } }>('GET', path);
    return body.attributed.byClick.orders;
  }

  async stop(): Promise<void> {
    await this.browser.stop();
    await this.stageB.stop();
    await Promise.all([this.platformA.stop(), this.sink.stop()]);
  }
}

const emailOf = (name: string, number: number): string => `person${number}@${name}.example`;

const recipientsOf = (name: string): string[] =>
  Array.from({ length: PEOPLE - 1 }, (_, index) => emailOf(name, index + 1));

function customerOf(name: string, number: number) {
  const at = Date.now() - 120 * DAY;
  const isSubscribed = number < PEOPLE;
  return customerRecord({
    id: String(number),
    createdAt: at,
    email: emailOf(name, number),
    firstName: number === 1 ? MARKUP : `Person ${number}`,
    consent: {
      state: isSubscribed ? 'subscribed' : 'not_subscribed',
      optInLevel: isSubscribed ? 'single_opt_in' : null,
      updatedAt: isSubscribed ? at : null,
    },
  });
}

function orderOf(name: string, number: number, createdAt: number, id: number) {
  const lineItems = [lineItemRecord({ id: String(id), title: `Mug ${MARKUP}`, priceCents: 4_000 })];
  return orderRecord({ id: String(id), number: id, createdAt, customer: customerOf(name, number), lineItems });
}

const happened = (id: string) => ({ at: Date.now(), webhookId: `webhook-${id}`, eventId: `event-${id}` });

function* past(name: string, people = PEOPLE): Generator<RecordEvent> {
  for (let number = 1; number <= people; number += 1) {
    const order = orderOf(name, number, Date.now() - 120 * DAY, 100 + number);
    const customer = customerOf(name, number);
    yield { ...happened(`${name}-${number}`), topic: 'customers/create', customer };
    yield { ...happened(`${name}-order-${number}`), topic: 'orders/create', order };
  }
}

function orderNow(name: string, email: string): RecordEvent {
  const number = Number(/\d+/.exec(email)?.[0]);
  const order = orderOf(name, number, Date.now(), 1_000 + number);
  return { ...happened(`${name}-now-${number}`), topic: 'orders/create', order };
}

/** Platforms drop the milliseconds of an order's time. */
function nextSecond(): Promise<void> {
  const next = Math.ceil(Date.now() / 1_000) * 1_000;
  return waitFor(() => Date.now() >= next);
}
