import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { Customer } from '../../src/commerce/model/customer.entity.js';
import { Segment } from '../../src/segmentation/definitions/segment.entity.js';
import { AdvanceHandler } from '../../src/sequences/enrolments/advance.handler.js';
import { ExecutionEndsService } from '../../src/sequences/enrolments/execution-ends.service.js';
import { SegmentTransitionsService } from '../../src/sequences/enrolments/segment-transitions.service.js';
import { ExecutionsService } from '../../src/sequences/executions/executions.service.js';
import { PlanningHandler } from '../../src/sequences/planning/planning.handler.js';
import { Execution } from '../../src/sequences/runs/execution.entity.js';
import { SequenceLifecycleService } from '../../src/sequences/sequence-lifecycle.service.js';
import { SequencesService } from '../../src/sequences/sequences.service.js';
import { given, stored } from '../factories/given.js';
import { earlier } from './earlier.js';
import { IdleApp } from './idle-app.js';
import { customerIdOf, customers } from './email-scene.js';
import { step } from './sequence-store.js';
import { installStore } from './webhooks.js';

let stores = 0;

/** Customers 4 and 5 are one person: they have one address. */
export const MEMBERS = { A: [1, 2, 4], B: [2, 3, 5] } as const;
const personOf = (customer: number): number => (customer === 5 ? 4 : customer);
export type SegmentName = keyof typeof MEMBERS;
export type Landing = 'sent' | 'unknown' | 'failed' | 'sending';
export type Policy = { readonly policy: 'once' } | { readonly policy: 'after'; readonly days: number };

export type Command =
  | { readonly do: 'execute'; readonly segment: SegmentName; readonly repeat: boolean }
  | { readonly do: 'executeTwice'; readonly segment: SegmentName }
  | { readonly do: 'plan' | 'pause' | 'resume' }
  | { readonly do: 'send'; readonly landings: readonly Landing[] }
  | { readonly do: 'cancel'; readonly which: number }
  | { readonly do: 'enter'; readonly customers: readonly number[] }
  | { readonly do: 'pass'; readonly days: number };

/** One entry into one execution, as the test observed it. */
interface Seen {
  readonly execution: string;
  readonly person: number;
  readonly repeat: boolean;
  readonly day: number;
  readonly landings: Map<string, Landing>;
}

interface EnrolmentRow {
  readonly execution: string;
  readonly customer: number;
  readonly repeat: boolean;
  readonly status: string;
  readonly reason: string | null;
}

/** A store with a sequence that starts by hand for A or B, and by itself for customers who enter A. */
export class SequenceScene {
  private readonly seen = new Map<string, Seen>();
  private known = new Set<string>();
  private day = 0;
  private paused = false;
  private readonly emailed: Seen[] = [];

  private constructor(
    private readonly app: IdleApp,
    private readonly retailerId: string,
    private readonly sequenceId: string,
    private readonly segments: Readonly<Record<SegmentName, string>>,
    private readonly policy: Policy,
  ) {}

  static async set(app: IdleApp, policy: Policy): Promise<SequenceScene> {
    stores += 1;
    const { retailerId, brandId } = await installStore(app, `once${stores}.myshopify.com`);
    await customers(app, retailerId, 5);
    await given(app).set(Customer, { email: 'c4@example.com' }, { retailerId, externalId: 'c5' });
    const segments = { A: randomUUID(), B: randomUUID() };
    for (const [name, id] of Object.entries(segments)) {
      await given(app).insert(Segment, {
        retailerId,
        id,
        brandId,
        name,
        criteria: { minOrders: 0 },
        status: 'ready',
        evaluatedAt: new Date(),
      });
      const members = MEMBERS[name as SegmentName].map((customer) => customerIdOf(retailerId, `c${customer}`));
      await app.sql(
        `INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
         SELECT $1, $2, id, now() FROM unnest($3::uuid[]) id`,
        [retailerId, id, members],
      );
    }
    const sequenceId = `once-${stores}`;
    const steps = [step('one'), step('two')] as never;
    await app
      .get(SequencesService)
      .put(sequenceId, { brandId, name: 'Once', segment: 'A', trigger: 'segment_entered', reentry: policy, steps });
    return new SequenceScene(app, retailerId, sequenceId, segments, policy);
  }

  async run(command: Command): Promise<void> {
    const blocked = await this.blocked();
    await this.carryOut(command);
    await this.compare(blocked);
  }

  private async carryOut(command: Command): Promise<void> {
    switch (command.do) {
      case 'execute':
        return void (await this.execute(command.segment, command.repeat));
      case 'executeTwice':
        return this.executeTwice(command.segment);
      case 'plan':
        return this.plan();
      case 'pause':
        await this.app.get(SequenceLifecycleService).pause(this.sequenceId);
        this.paused = true;
        return;
      case 'resume':
        await this.app.get(SequenceLifecycleService).resume(this.sequenceId);
        this.paused = false;
        return;
      case 'send':
        return this.send(command.landings);
      case 'cancel':
        return this.cancel(command.which);
      case 'enter':
        return this.enter(command.customers);
      case 'pass':
        this.day += command.days;
        await this.app.sql(
          `UPDATE enrolments SET ${earlier('enrolled_at', "$2 * interval '1 day'")} WHERE retailer_id = $1`,
          [this.retailerId, command.days],
        );
    }
  }

  /** The id of the new run, or the code of the refusal. */
  private async execute(name: SegmentName, repeat: boolean): Promise<{ started: string } | { refused: string }> {
    try {
      const request = { segment: name, ...(repeat ? { repeat } : {}) };
      const { executionId } = await this.app.get(ExecutionsService).execute(this.sequenceId, request, undefined, 0);
      return { started: executionId };
    } catch (error) {
      return { refused: (error as { code: string }).code };
    }
  }

  private async executeTwice(name: SegmentName): Promise<void> {
    const before = await this.running(name);
    const answers = await Promise.all([this.execute(name, false), this.execute(name, false)]);
    const started = answers.filter((answer) => 'started' in answer);
    expect(started).toHaveLength(this.paused || before.length > 0 ? 0 : 1);
    expect(await this.running(name)).toHaveLength(Math.max(before.length, started.length));
  }

  private async running(name: SegmentName): Promise<{ id: string }[]> {
    return stored(this.app).rows(
      Execution,
      { retailerId: this.retailerId, segmentId: this.segments[name], status: 'running', trigger: 'manual' },
      'id',
    );
  }

  /** Plans all running executions, each by two concurrent jobs. */
  private async plan(): Promise<void> {
    const runs = await stored(this.app).rows(Execution, { retailerId: this.retailerId, status: 'running' }, 'id');
    const plan = ({ id }: { id: string }) =>
      this.app.get(PlanningHandler).plan({ retailerId: this.retailerId, executionId: id });
    await Promise.all([...runs, ...runs].map(plan));
  }

  /**
   * Does the work of sending: queued messages that are not held go to the server, and those with the server get an
   * outcome.
   */
  private async send(landings: readonly Landing[]): Promise<void> {
    const due = await this.app.sql<{ id: string; execution: string; customer: string; status: string }>(
      `SELECT m.id, m.execution_id AS execution, c.external_id AS customer, m.status FROM messages m
         JOIN customers c ON c.retailer_id = m.retailer_id AND c.id = m.customer_id
        WHERE m.retailer_id = $1 AND (m.status = 'sending' OR m.status = 'queued' AND NOT m.held) ORDER BY m.id LIMIT $2`,
      [this.retailerId, landings.length],
    );
    if (this.paused) expect(due.filter(({ status }) => status === 'queued')).toEqual([]);
    for (const [index, { id, execution, customer }] of due.entries()) {
      const status = landings[index] ?? 'sent';
      await this.app.sql(
        `UPDATE messages SET status = $3, sent_at = now(), settled_at = ${status === 'sending' ? 'NULL' : 'now()'}
          WHERE retailer_id = $1 AND id = $2`,
        [this.retailerId, id, status],
      );
      this.entry(execution, Number(customer.slice(1)))?.landings.set(id, status);
    }
    await this.app.get(AdvanceHandler).advance({ retailerId: this.retailerId });
  }

  private async cancel(which: number): Promise<void> {
    const runs = await this.app.sql<{ id: string }>(
      `SELECT id FROM executions WHERE retailer_id = $1 AND status = 'running' ORDER BY id`,
      [this.retailerId],
    );
    const run = runs[which % Math.max(1, runs.length)];
    if (run) await this.app.get(ExecutionEndsService).cancel(this.retailerId, run.id);
  }

  /** Enters the segment while all runs are planned, so that both may find the same person at once. */
  private async enter(entering: readonly number[]): Promise<void> {
    const moves = entering.map((customer) => ({
      segmentId: this.segments.A,
      customerId: customerIdOf(this.retailerId, `c${customer}`),
      kind: 'entered' as const,
      cause: 'a test',
      seq: '0',
      at: new Date(Date.now() + 1_000),
    }));
    const consume = this.app.transaction((tx) =>
      this.app.get(SegmentTransitionsService).consume(tx, this.retailerId, moves),
    );
    await Promise.all([consume, this.plan()]);
  }

  private entry(execution: string, customer: number): Seen | undefined {
    return this.seen.get(`${execution} ${customer}`);
  }

  private enrolments(): Promise<EnrolmentRow[]> {
    return this.app.sql<EnrolmentRow>(
      `SELECT e.execution_id AS execution, substr(c.external_id, 2)::int AS customer, x.repeat, e.status, e.reason
         FROM enrolments e JOIN executions x ON x.retailer_id = e.retailer_id AND x.id = e.execution_id
         JOIN customers c ON c.retailer_id = e.retailer_id AND c.id = e.customer_id
        WHERE e.retailer_id = $1`,
      [this.retailerId],
    );
  }

  /** The persons that the policy leaves out at this moment, by the emails that the test itself has sent. */
  private async blocked(): Promise<Set<number>> {
    const rows = await this.enrolments();
    const active = rows.filter(({ status }) => status === 'active').map(({ customer }) => personOf(customer));
    const { policy } = this;
    const received = [...this.seen.values()].filter(
      (entry) => isReached(entry) && (policy.policy === 'once' || this.day - entry.day < policy.days),
    );
    return new Set([...active, ...received.map(({ person }) => person)]);
  }

  /** Checks that no blocked person entered, none entered twice, and none was left out without a cause. */
  private async compare(blocked: ReadonlySet<number>): Promise<void> {
    const fresh = (await this.enrolments()).filter((row) => !this.known.has(nameOf(row)));
    const entered = fresh.filter(({ reason }) => reason !== 'already_received');
    if (this.paused) expect(entered).toEqual([]);
    const asked = entered.filter(({ repeat }) => !repeat).map(({ customer }) => personOf(customer));
    expect(asked.filter((person) => blocked.has(person))).toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
    const inOne = entered.map(({ execution, customer }) => `${execution} ${personOf(customer)}`);
    expect(new Set(inOne).size).toBe(inOne.length);
    const enteredPersons = new Set(entered.map(({ customer }) => personOf(customer)));
    for (const { customer, reason } of fresh) {
      const person = personOf(customer);
      if (reason === 'already_received') expect(blocked.has(person) || enteredPersons.has(person)).toBe(true);
    }
    for (const row of fresh) {
      this.known.add(nameOf(row));
      if (row.reason === 'already_received') continue;
      const { execution, customer, repeat } = row;
      const entry = { execution, person: personOf(customer), repeat, day: this.day, landings: new Map() };
      this.seen.set(nameOf(row), entry);
      this.emailed.push(entry);
    }
  }

  /** The days between consecutive executions that emailed the same person. Executions with `repeat` do not count. */
  daysBetween(): number[] {
    const days = new Map<number, number[]>();
    for (const entry of this.emailed.filter((each) => isReached(each) && !each.repeat)) {
      days.set(entry.person, [...(days.get(entry.person) ?? []), entry.day]);
    }
    return [...days.values()].flatMap((list) => list.slice(1).map((day, index) => day - (list[index] ?? 0)));
  }
}

const nameOf = ({ execution, customer }: EnrolmentRow): string => `${execution} ${customer}`;
const isReached = ({ landings }: Seen): boolean => [...landings.values()].some((landing) => landing !== 'failed');
