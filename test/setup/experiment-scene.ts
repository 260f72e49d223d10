import { randomUUID } from 'node:crypto';
import { Database } from '#libs/database';
import { decimalOf } from '#libs/kernel';
import { CommerceService } from '../../src/commerce/intake/commerce.service.js';
import { type Cause, deliveryCause } from '../../src/commerce/model/causes.js';
import type { OrderRecord } from '../../src/commerce/model/records.js';
import { ExperimentPerson } from '../../src/lift/experiments/experiment-person.entity.js';
import { ExperimentUnit } from '../../src/lift/experiments/experiment-unit.entity.js';
import { Experiment } from '../../src/lift/experiments/experiment.entity.js';
import { FoldingHandler } from '../../src/lift/outcomes/folding.handler.js';
import { UnitFiguresService } from '../../src/lift/outcomes/unit-figures.service.js';
import { type FigureRow, FiguresRepository } from '../../src/lift/results/figures.repository.js';
import type { ResultsAnswer } from '../../src/lift/results/results.dto.js';
import { SequenceResultsService } from '../../src/sequences/results/sequence-results.service.js';
import { SequencesService } from '../../src/sequences/sequences.service.js';
import { given } from '../factories/given.js';
import { customerIdOf, customers } from './email-scene.js';
import type { IdleApp } from './idle-app.js';
import { step } from './sequence-store.js';
import { installStore } from './webhooks.js';

/** The figures of one unit. Money is in ten-thousandths. */
export interface Figures {
  readonly personId: string;
  readonly held: boolean;
  readonly version: number;
  readonly closed: boolean;
  readonly priorSpend: bigint;
  readonly orders: number;
  readonly revenue: bigint;
  readonly unsubscribed: boolean;
  readonly erased: number;
}

let scenes = 0;
const DAY_MS = 86_400_000;
const DELIVERY = deliveryCause({ id: '0c6f1a7e-5f0b-4d0c-9f3e-3f6f5a1f7b10' });

export interface UnitOptions {
  /** Numbers of customers. Their records belong to the unit, which is named after the first. */
  readonly records: readonly number[];
  readonly held?: boolean;
  /** How many days ago the unit was assigned. */
  readonly daysAgo?: number;
  readonly windowDays?: number;
  readonly version?: number;
  readonly priorSpend?: string;
}

/** A store with a sequence, an experiment of it, and units that the test writes. Nothing works in the background. */
export class ExperimentScene {
  readonly experimentId = randomUUID();
  /** The instant that days are counted from. */
  readonly now = Date.now();
  private told = 0;

  private constructor(
    readonly app: IdleApp,
    readonly retailerId: string,
    readonly brandId: string,
    readonly sequenceId: string,
  ) {}

  static async set(app: IdleApp, people: number, percent = 50): Promise<ExperimentScene> {
    scenes += 1;
    const { retailerId, brandId } = await installStore(app, `lift${scenes}.myshopify.com`);
    await customers(app, retailerId, people);
    const segmentId = randomUUID();
    await app.sql(
      `INSERT INTO segments (retailer_id, id, brand_id, name, criteria, status, evaluated_at)
       VALUES ($1, $2, $3, 'All', '{"minOrders":0}', 'ready', now())`,
      [retailerId, segmentId, brandId],
    );
    const sequenceId = `lift-${scenes}`;
    await app
      .get(SequencesService)
      .put(sequenceId, { brandId, name: 'Lift', segment: 'All', steps: [step('one')] as never });
    const scene = new ExperimentScene(app, retailerId, brandId, sequenceId);
    await given(app).insert(Experiment, {
      retailerId,
      id: scene.experimentId,
      scope: 'sequence',
      scopeId: sequenceId,
      brandId,
      number: 1,
      percent,
      windowMs: 14 * DAY_MS,
      salt: 'a'.repeat(32),
      startedAt: scene.ago(60),
    });
    return scene;
  }

  ago(days: number): Date {
    return new Date(this.now - days * DAY_MS);
  }

  customer(number: number): string {
    return customerIdOf(this.retailerId, `c${number}`);
  }

  async assign({
    records,
    held = false,
    daysAgo = 20,
    windowDays = 14,
    version = 1,
    priorSpend = '0',
  }: UnitOptions): Promise<void> {
    const { retailerId, experimentId } = this;
    const personId = this.customer(records[0] ?? 0);
    await given(this.app).insert(ExperimentUnit, {
      retailerId,
      experimentId,
      personId,
      held,
      x: 1,
      assignedAt: this.ago(daysAgo),
      closesAt: this.ago(daysAgo - windowDays),
      sequenceVersion: version,
      executionId: randomUUID(),
      priorSpend,
    });
    for (const record of records) {
      const customerId = this.customer(record);
      await given(this.app).insert(ExperimentPerson, { retailerId, experimentId, customerId, personId });
    }
  }

  /** Writes an order as the intake does. By default a later call about the same order replaces it. */
  async order(id: string, customer: number | null, told: Partial<OrderRecord> & { cause?: Cause } = {}): Promise<void> {
    this.told += 1;
    const { cause = DELIVERY, ...state } = told;
    const order: OrderRecord = {
      externalId: id,
      ...(customer === null ? {} : { customer: { externalId: `c${customer}`, updatedAt: null } }),
      currency: 'USD',
      total: decimalOf('10.00'),
      financialStatus: 'paid',
      cancelledAt: null,
      test: false,
      productIds: [],
      billingCountry: null,
      orderedAt: this.ago(19),
      updatedAt: new Date(this.now - DAY_MS + this.told),
      triggeredAt: null,
      refunds: [],
      ...state,
    };
    await this.apply({ kind: 'order', order }, cause);
  }

  async refund(id: string, order: string, amount: string): Promise<void> {
    const refund = { externalId: id, orderExternalId: order, amount: decimalOf(amount) };
    await this.apply({ kind: 'refund', refund }, DELIVERY);
  }

  async unsubscribe(customer: number): Promise<void> {
    const consent = { externalId: `c${customer}`, marketing: 'unsubscribed', decidedAt: new Date() } as const;
    await this.apply({ kind: 'consent', consent }, 'unsubscribe-link');
  }

  private async apply(record: Parameters<CommerceService['apply']>[2][number]['record'], cause: Cause): Promise<void> {
    const tenant = { retailerId: this.retailerId, rules: { countUnpaidOrders: false } };
    await this.app.transaction((tx) => this.app.get(CommerceService).apply(tx, tenant, [{ record, cause }]));
  }

  work(): Promise<void> {
    return this.app.workChanges(this.retailerId);
  }

  fold(): Promise<void> {
    return this.app.get(FoldingHandler).fold({ retailerId: this.retailerId });
  }

  /** Erases customers as a privacy request does: first the units, then the orders lose the person. */
  async erase(numbers: readonly number[]): Promise<void> {
    const ids = numbers.map((number) => this.customer(number));
    await this.app
      .get(Database)
      .transaction(this.retailerId, (tx) => this.app.get(UnitFiguresService).erase(tx, this.retailerId, ids));
    const values = [this.retailerId, ids];
    const ofThem = 'WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[])';
    await this.app.sql(`UPDATE orders SET customer_id = NULL ${ofThem}`, values);
    await this.app.sql(`DELETE FROM customer_changes ${ofThem}`, values);
  }

  /** What the results read, by group and version. Sums are exact decimals without trailing zeros. */
  async figures(): Promise<Record<string, unknown>> {
    const rows = await this.app
      .get(FiguresRepository)
      .figures(this.app.get(Database).of(this.retailerId), this.retailerId, [this.experimentId], new Date(this.now));
    return byGroup(rows.filter(({ n }) => n > 0).map((row) => [nameOf(row, row.sequenceVersion), totalsOf(row)]));
  }

  /** The same from the figures of single units. */
  summed(units: readonly Figures[]): Record<string, unknown> {
    return byGroup(units.map((unit) => [nameOf(unit, unit.version), totalsOfUnit(unit)]));
  }

  results(): Promise<ResultsAnswer> {
    return this.app.get(SequenceResultsService).ofSequence(this.sequenceId, undefined, 'en');
  }
}

const nameOf = ({ held, closed }: { held: boolean; closed: boolean }, version: number): string =>
  `${held ? 'holdout' : 'treated'} ${version} ${closed ? 'closed' : 'open'}`;

/** Whole numbers: money in ten-thousandths, its squares in hundred-millionths. */
type Sums = Readonly<Record<'n' | 'x' | 'orders' | 'unsubscribed' | 'erased' | (typeof MONEY)[number], number>>;
const MONEY = ['sumX', 'sumXx', 'sumY', 'sumYy', 'sumXy', 'sumOo', 'sumXo'] as const;

function totalsOf(row: FigureRow): Sums {
  const { n, x, unsubscribed, erased } = row;
  const whole = (value: number, scale: number): number => Math.round(value * scale);
  return {
    n,
    x,
    unsubscribed,
    erased,
    orders: row.sumO,
    sumX: whole(row.sumX, 1e4),
    sumXx: whole(row.sumXx, 1e4),
    sumY: whole(Number(row.revenue), 1e4),
    sumYy: whole(row.sumYy, 1e4),
    sumXy: whole(row.sumXy, 1e4),
    sumOo: row.sumOo,
    sumXo: whole(row.sumXo, 1e4),
  };
}

/** Amounts have whole cents, so their products have four decimals. An open window has counts only. */
function totalsOfUnit({ closed, orders, unsubscribed, erased, priorSpend, revenue }: Figures): Sums {
  const product = (a: bigint, b: bigint): number => Number((a * b) / 10_000n);
  const [x, y] = [closed ? priorSpend : 0n, closed ? revenue : 0n];
  const count = closed ? orders : 0;
  return {
    n: 1,
    x: orders > 0 ? 1 : 0,
    unsubscribed: unsubscribed ? 1 : 0,
    erased,
    orders: count,
    sumX: Number(x),
    sumXx: product(x, x),
    sumY: Number(y),
    sumYy: product(y, y),
    sumXy: product(x, y),
    sumOo: count * count,
    sumXo: Number(x) * count,
  };
}

function byGroup(entries: readonly (readonly [string, Sums])[]): Record<string, Sums> {
  const groups: Record<string, Sums> = {};
  for (const [name, sums] of entries) {
    const before = groups[name];
    groups[name] = before
      ? (Object.fromEntries(
          Object.entries(sums).map(([key, value]) => [key, value + before[key as keyof Sums]]),
        ) as Sums)
      : sums;
  }
  return groups;
}
