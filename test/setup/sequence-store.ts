import { entityId } from '#libs/kernel';
import { SmtpSink } from '#libs/simulators';
import { CustomerChange } from '../../src/commerce/model/customer-change.entity.js';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { given } from '../factories/given.js';
import { type Answer, TestApp, waitFor } from './test-app.js';
import { installStore } from './webhooks.js';

export interface Execution {
  readonly executionId: string;
  readonly sequenceVersion: number;
  readonly mode: string;
  readonly status: string;
  readonly repeat: boolean;
  readonly audience: number;
  readonly counts: Counts;
  readonly countsWithRepeat: Counts | null;
}

interface Counts {
  readonly planned: number;
  readonly queued: number;
  readonly sending: number;
  readonly sent: number;
  readonly failed: number;
  readonly unknown: number;
  readonly skipped: Readonly<Record<string, number>>;
}

export interface Message {
  readonly customerId: string | null;
  readonly email: string | null;
  readonly step: string;
  readonly variant: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly sendAt: string;
  readonly sentAt: string | null;
  readonly messageId: string | null;
}

/** A customer of the store with defaults, so that a test names only what it needs. */
export interface Person {
  readonly marketing?: 'subscribed' | 'unsubscribed' | 'unknown';
  readonly email?: string | null;
  readonly firstName?: string;
}

export const step = (id: string, delay = 'PT0S', more: object = {}): object => ({
  id,
  delay,
  subject: `${id} for {{ customer.firstName | default: "you" }}`,
  body: `# Hello\n\nThis is ${id} of {{ brand.name }}. [Look around]({{ shop.url }})`,
  ...more,
});

/** A store with customers, a segment of its buyers (`Buyers`) and a mail server that keeps its emails. */
export class SequenceStore {
  private constructor(
    readonly app: TestApp,
    readonly sink: SmtpSink,
    readonly retailerId: string,
    readonly brandId: string,
    readonly domain: string,
  ) {}

  static async start(app: TestApp, sink: SmtpSink, domain: string, people: Readonly<Record<string, Person>> = {}) {
    const { retailerId, brandId } = await installStore(app, domain);
    return SequenceStore.of(app, sink, { retailerId, brandId, domain }, people);
  }

  /** A store that is installed already. */
  static async of(
    app: TestApp,
    sink: SmtpSink,
    { retailerId, brandId, domain }: Pick<SequenceStore, 'retailerId' | 'brandId' | 'domain'>,
    people: Readonly<Record<string, Person>>,
  ) {
    const opened = new SequenceStore(app, sink, retailerId, brandId, domain);
    await opened.people(people);
    await app.admin('POST', '/admin/segments/upsert', {
      brandId,
      segments: [{ name: 'Buyers', criteria: { minOrders: 1 } }],
    });
    await app.settled();
    return opened;
  }

  idOf = (name: string): string => entityId(this.retailerId, 'customer', name);
  addressOf = (name: string): string => `${name}@${this.domain.split('.')[0]}.example`;

  /** Writes customers with one order, as the module of commerce would. */
  async people(people: Readonly<Record<string, Person>>): Promise<void> {
    const rows = Object.entries(people).map(([name, { marketing = 'subscribed', email, firstName = name }]) => ({
      id: this.idOf(name),
      name,
      email: email === undefined ? this.addressOf(name) : email,
      first: firstName,
      marketing,
    }));
    await this.app.sql(
      `INSERT INTO customers (retailer_id, id, external_id, email, first_name, marketing, orders_count, total_spent)
       SELECT $1, id, name, email, first, marketing, 1, 10
         FROM json_to_recordset($2::json) AS r (id uuid, name text, email text, first text, marketing text)`,
      [this.retailerId, JSON.stringify(rows)],
    );
  }

  /** Removes the customer's orders or restores them; memberships follow. */
  async setOrders(name: string, count: number, cause = 'a test'): Promise<void> {
    await given(this.app).set(Customer, { ordersCount: count }, { retailerId: this.retailerId, id: this.idOf(name) });
    await given(this.app).insert(CustomerChange, { retailerId: this.retailerId, customerId: this.idOf(name), cause });
  }

  put(id: string, definition: object): Promise<Answer<{ version: number; id: string }>> {
    return this.app.admin('PUT', `/admin/sequences/${id}`, {
      brandId: this.brandId,
      name: id,
      segment: 'Buyers',
      ...definition,
    });
  }

  execute(id: string, body?: object, headers: Record<string, string> = {}): Promise<Answer<Execution>> {
    return this.app.admin('POST', `/admin/sequences/${id}/execute`, body, headers);
  }

  async execution(executionId: string): Promise<Execution> {
    return (await this.app.admin<Execution>('GET', `/admin/executions/${executionId}`)).body;
  }

  /** The execution once it has ended. */
  async ended(executionId: string, timeoutMs = 60_000): Promise<Execution> {
    let execution = await this.execution(executionId);
    await waitFor(async () => {
      execution = await this.execution(executionId);
      return execution.status !== 'running';
    }, timeoutMs);
    return execution;
  }

  /** All messages, page by page. */
  async messages(executionId: string, limit = 200): Promise<Message[]> {
    const messages: Message[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const { body }: Answer<{ items: Message[]; nextCursor: string | null }> = await this.app.admin(
        'GET',
        `/admin/executions/${executionId}/messages?limit=${limit}${query}`,
      );
      messages.push(...body.items);
      cursor = body.nextCursor;
    }
    return messages;
  }

  /** The steps that each address got, in their order, read from the subjects. */
  received(): Record<string, string[]> {
    const received: Record<string, string[]> = {};
    for (const { to, source } of this.sink.emails.filter(({ to }) =>
      to.endsWith(`@${this.domain.split('.')[0]}.example`),
    )) {
      const subject = /^subject: (.*)$/im.exec(source)?.[1] ?? '';
      (received[to.split('@')[0] ?? ''] ??= []).push(subject.split(' for ')[0] ?? '');
    }
    return received;
  }
}
