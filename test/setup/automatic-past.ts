import { entityId, formatDecimal, groupBy } from '#libs/kernel';
import { vi } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Order } from '../../src/commerce/model/order.entity.js';
import { RfmRun } from '../../src/segmentation/rfm/rfm-run.entity.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { SegmentEventsHandler } from '../../src/segmentation/events/segment-events.handler.js';
import { MembershipRepository } from '../../src/segmentation/membership/membership.repository.js';
import { AdvanceHandler } from '../../src/sequences/enrolments/advance.handler.js';
import { Sequence } from '../../src/sequences/definitions/sequence.entity.js';
import { SequencesService } from '../../src/sequences/sequences.service.js';
import type { Criteria, Person, PersonsOrder } from '../factories/people.js';
import { given } from '../factories/given.js';
import type { IdleApp } from './idle-app.js';
import { customerIdOf } from './population.js';
import { step } from './sequence-store.js';
import { installStore } from './webhooks.js';

let stores = 0;

/** The years before the tests. */
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

/**
 * A store whose past happens order by order, with an automatic sequence for each definition. Every email goes out at
 * once to customers who subscribed, and to nobody else.
 */
export class AutomaticPast {
  /** Who entered which sequence, and when the segment was entered: `sequence customer instant`. */
  readonly entries: string[] = [];
  private readonly known = new Set<string>();

  private constructor(
    private readonly app: IdleApp,
    readonly retailerId: string,
    readonly brandId: string,
    private readonly people: readonly Person[],
  ) {}

  /** The store at an instant before the first order. */
  static async begin(app: IdleApp, people: readonly Person[], definitions: readonly Criteria[], at: number) {
    stores += 1;
    const { retailerId, brandId } = await installStore(app, `past${stores}.example`);
    const scene = new AutomaticPast(app, retailerId, brandId, people);
    const boundaries = { recency: [new Date(at)], frequency: [1, 2], monetary: ['20', '50'] };
    await given(app).insert(RfmRun, {
      retailerId,
      brandId,
      computedAt: LONG_AGO,
      customers: 9,
      boundaries: JSON.stringify(boundaries) as never,
    });
    for (const [index, one] of people.entries()) if (!one.orders.some(isCounted)) await scene.insertCustomer(index);
    for (const [index, definition] of definitions.entries()) {
      const id = scene.segmentId(index);
      await given(app).insert(Segment, { retailerId, id, brandId, name: `s${index}`, criteria: { ...definition } });
      await app.evaluate(retailerId, id, at);
    }
    await scene.publish();
    for (const index of definitions.keys()) await scene.putSequence(index);
    return scene;
  }

  segmentId = (index: number): string => entityId(this.retailerId, 'segment', `${this.brandId}/${index}`);
  sequenceId = (index: number): string => `${this.retailerId}-${index}`;

  private async putSequence(index: number): Promise<void> {
    await this.app.get(SequencesService).put(this.sequenceId(index), {
      brandId: this.brandId,
      name: `Past ${index}`,
      segment: `s${index}`,
      trigger: 'segment_entered',
      exitOnOrder: false,
      steps: [step('one')] as never,
    });
    await given(this.app).set(Sequence, { triggeredSince: LONG_AGO }, { id: this.sequenceId(index) });
  }

  /**
   * Lets everything happen up to the instant: each order and each change that time brings, one after the other. Orders
   * of one instant are evaluated together, because two evaluations never have the same time of Postgres.
   */
  async happen(until: number): Promise<void> {
    for (const [at, orders] of groupBy(this.orders(until), ({ order }) => order.at)) {
      await this.pass(at - 1);
      for (const { who, order, place } of orders) {
        if (!this.known.has(String(who))) await this.insertCustomer(who);
        await this.insertOrder(who, place, order);
      }
      await this.evaluateAt([...new Set(orders.map(({ who }) => who))], at);
    }
    await this.pass(until - 1);
  }

  private orders(until: number): { who: number; place: number; order: PersonsOrder }[] {
    const all = this.people.flatMap(({ orders }, who) =>
      orders.filter(isCounted).map((order, place) => ({ who, place, order })),
    );
    return all.filter(({ order }) => order.at < until).sort((a, b) => a.order.at - b.order.at || a.who - b.who);
  }

  private async pass(until: number): Promise<void> {
    for (;;) {
      const [next] = await this.app.sql<{ at: Date | null }>(
        `SELECT min(next_change_at) AS at FROM segment_next_changes WHERE retailer_id = $1 AND next_change_at <= $2`,
        [this.retailerId, new Date(until)],
      );
      if (!next?.at) return;
      await this.app.passTime(next.at.getTime());
      await this.publish();
    }
  }

  private async insertCustomer(who: number): Promise<void> {
    this.known.add(String(who));
    const { email, country, marketing } = this.people[who] ?? {};
    const id = customerIdOf(this.retailerId, who);
    const about = { email: email ?? null, country: country ?? null, marketing: marketing ?? 'unknown' } as const;
    await given(this.app).insert(Customer, { retailerId: this.retailerId, id, externalId: String(who), ...about });
  }

  private async insertOrder(who: number, place: number, { at, net, products, billingCountry }: PersonsOrder) {
    const [orderedAt, amount] = [new Date(at), formatDecimal(net)];
    await given(this.app).insert(Order, {
      retailerId: this.retailerId,
      externalId: `${who}-${place}`,
      customerId: customerIdOf(this.retailerId, who),
      currency: 'USD',
      total: amount,
      refunded: '0',
      net: amount,
      counted: true,
      reason: 'paid',
      financialStatus: 'paid',
      test: false,
      productIds: [...products],
      billingCountry,
      orderedAt,
      platformUpdatedAt: orderedAt,
    });
  }

  private async evaluateAt(people: readonly number[], at: number): Promise<void> {
    const ids = people.map((who) => customerIdOf(this.retailerId, who));
    await this.app.recomputeFacts(this.retailerId, ids);
    for (const id of ids) await given(this.app).changed('a test', { retailerId: this.retailerId, id });
    const clock = vi.spyOn(this.app.get(MembershipRepository), 'clock').mockResolvedValue(at);
    await this.app.workChanges(this.retailerId);
    clock.mockRestore();
    await this.publish();
  }

  private async publish(): Promise<void> {
    const { app, retailerId } = this;
    await app.get(SegmentEventsHandler).publish({ retailerId });
    const fresh = await app.sql<{ entry: string }>(
      `SELECT concat_ws(' ', e.sequence_id, c.external_id, (extract(epoch FROM max(t.at)) * 1000)::bigint) AS entry
         FROM enrolments e JOIN executions x ON x.retailer_id = e.retailer_id AND x.id = e.execution_id
         JOIN customers c ON c.retailer_id = e.retailer_id AND c.id = e.customer_id
         JOIN segment_transitions t ON t.retailer_id = e.retailer_id AND t.segment_id = x.segment_id
          AND t.customer_id = e.customer_id AND t.kind = 'entered'
        WHERE e.retailer_id = $1 AND NOT e.execution_id = ANY ($2::uuid[])
        GROUP BY e.sequence_id, c.external_id, e.execution_id`,
      [retailerId, [...this.executions]],
    );
    const runs = await app.sql<{ id: string }>(`SELECT id FROM executions WHERE retailer_id = $1`, [retailerId]);
    this.executions = new Set(runs.map(({ id }) => id));
    this.entries.push(...fresh.map(({ entry }) => entry));
    await this.send();
  }

  private executions = new Set<string>();

  private async send(): Promise<void> {
    await this.app.sql(
      `UPDATE messages m SET status = outcome.status, sent_at = now(), settled_at = now(),
              reason = CASE WHEN outcome.status = 'skipped' THEN 'no_consent' END
         FROM (SELECT retailer_id, id, CASE WHEN marketing = 'subscribed' AND email IS NOT NULL THEN 'sent' ELSE 'skipped' END
                 AS status FROM customers) outcome
        WHERE m.retailer_id = $1 AND m.status = 'queued' AND outcome.retailer_id = $1 AND outcome.id = m.customer_id`,
      [this.retailerId],
    );
    await this.app.get(AdvanceHandler).advance({ retailerId: this.retailerId });
  }
}

const isCounted = ({ counted }: Pick<PersonsOrder, 'counted'>): boolean => counted;
