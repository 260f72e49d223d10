import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from 'pg';
import { ClockService } from '../../src/segmentation/clock/clock.service.js';
import { EvaluationHandler } from '../../src/segmentation/segments/evaluation.handler.js';
import { median } from '../support/table.js';
import { RETAILER_ID } from '../support/tenant.js';
import { timed } from '../support/timed.js';
import { define } from './definitions.js';

export interface EvaluationFigures {
  readonly name: string;
  readonly members: number;
  readonly ourSeconds: number;
  readonly handSeconds: number;
  /** Our time divided by that of the hand-written statement. */
  readonly ratio: number;
}

interface Contest {
  readonly name: string;
  readonly criteria: object;
  /** The condition in the hand-written statement, on a row `c` of customers. $3 is the instant. */
  readonly condition: string;
  /** When time changes the membership, and for which customers. */
  readonly next?: { readonly at: string; readonly where: string };
}

const OLD = `c.last_order_at + interval '2160 hours'`;
const CONTESTS: readonly Contest[] = [
  {
    name: 'spent 300 in 3 orders',
    criteria: { minPurchaseAmount: 300, minOrders: 3 },
    condition: 'c.total_spent >= 300 AND c.orders_count >= 3',
  },
  {
    name: 'lapsed for 90 days',
    criteria: { minOrders: 2, lastOrderOlderThanDays: 90 },
    condition: `c.orders_count >= 2 AND ${OLD} <= $3`,
    next: { at: OLD, where: `c.orders_count >= 2 AND ${OLD} > $3` },
  },
];

/** New segments over all customers, ours and hand-written in turns; medians. */
export async function measureEvaluations(
  app: NestFastifyApplication,
  client: Client,
  rounds: number,
): Promise<EvaluationFigures[]> {
  const figures: EvaluationFigures[] = [];
  for (const contest of CONTESTS) {
    const [ours, hand]: [number[], number[]] = [[], []];
    let members = 0;
    for (let round = 0; round < rounds; round += 1) {
      const ourId = await define(client, `${contest.name} ${round}`, contest.criteria);
      ours.push(await seconds(() => evaluate(app, client, ourId)));
      const handId = await define(client, `${contest.name} by hand ${round}`, contest.criteria, 'ready');
      const at = await evaluatedAt(client, ourId);
      // Each slice has its own instant; the hand-written statement uses the last one.
      await app.get(ClockService).catchUp(at.getTime());
      hand.push(await seconds(() => byHand(client, handId, at, contest)));
      members = await assertSame(client, ourId, handId);
      await removeSegments(client);
    }
    const [ourSeconds, handSeconds] = [median(ours), median(hand)];
    figures.push({ name: contest.name, members, ourSeconds, handSeconds, ratio: ourSeconds / handSeconds });
  }
  return figures;
}

/** A run of the worker ends after a while, so this runs it until the evaluation is done. */
async function evaluate(app: NestFastifyApplication, client: Client, segmentId: string): Promise<void> {
  const isOpen = `SELECT FROM segments WHERE id = $1 AND status = 'evaluating'`;
  do {
    await app.get(EvaluationHandler).evaluateAll({ retailerId: RETAILER_ID, segmentId });
  } while (((await client.query(isOpen, [segmentId])).rowCount ?? 0) > 0);
}

/** The instant of the segment's evaluation. */
async function evaluatedAt(client: Client, segmentId: string): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>('SELECT evaluated_at AS at FROM segments WHERE id = $1', [
    segmentId,
  ]);
  if (!rows[0]) throw new Error('the segment was not evaluated');
  return rows[0].at;
}

async function byHand(client: Client, segmentId: string, at: Date, { condition, next }: Contest): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `WITH entered AS (
       INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at)
       SELECT retailer_id, $2, id, $3 FROM customers c WHERE retailer_id = $1 AND ${condition}
       RETURNING retailer_id, segment_id, customer_id, entered_at
     ), told AS (
       INSERT INTO segment_events (retailer_id, segment_id, customer_id, at, kind, cause)
       SELECT *, 'entered', 'definition' FROM entered
     )
     INSERT INTO segment_transitions (retailer_id, segment_id, customer_id, at, kind, cause)
     SELECT *, 'entered', 'definition' FROM entered`,
    [RETAILER_ID, segmentId, at],
  );
  if (next) {
    await client.query(
      `INSERT INTO segment_next_changes (retailer_id, segment_id, customer_id, next_change_at)
       SELECT retailer_id, $2, id, ${next.at} FROM customers c WHERE retailer_id = $1 AND ${next.where}`,
      [RETAILER_ID, segmentId, at],
    );
  }
  await client.query('COMMIT');
}

/** The number of members. Throws where the two differ, because then neither figure is valid. */
async function assertSame(client: Client, ours: string, hand: string): Promise<number> {
  const { rows } = await client.query<{ members: number; hash: string }>(
    `SELECT count(*)::int AS members, md5(string_agg(customer_id::text, ',' ORDER BY customer_id)) AS hash
       FROM segment_memberships WHERE segment_id = ANY ($1::uuid[]) AND left_at IS NULL GROUP BY segment_id`,
    [[ours, hand]],
  );
  if (rows.length !== 2 || rows[0]?.hash !== rows[1]?.hash) {
    throw new Error(`the members differ: ${JSON.stringify(rows)}`);
  }
  return rows[0]?.members ?? 0;
}

/** Deletes all segments with their history. */
export async function removeSegments(client: Client): Promise<void> {
  await client.query('TRUNCATE segment_memberships, segment_transitions, segment_events, segment_next_changes');
  await client.query('DELETE FROM segments');
  await client.query('CHECKPOINT');
}

export interface ChangeFigures {
  readonly seconds: number;
  readonly membersBefore: number;
  readonly rowsWritten: number;
}

/** A changed segment: only the difference is written. */
export async function measureChange(app: NestFastifyApplication, client: Client): Promise<ChangeFigures> {
  const evaluate = async (criteria: object): Promise<number> => {
    const segmentId = await define(client, 'changed', criteria);
    return seconds(() => app.get(EvaluationHandler).evaluateAll({ retailerId: RETAILER_ID, segmentId }));
  };
  const count = async (table: string): Promise<number> =>
    Number((await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n);
  await evaluate({ minPurchaseAmount: 300 });
  await client.query('VACUUM ANALYZE segment_memberships');
  const [membersBefore, before] = [await count('segment_memberships'), await count('segment_transitions')];
  const taken = await evaluate({ minPurchaseAmount: 310 });
  const rowsWritten = (await count('segment_transitions')) - before;
  await removeSegments(client);
  return { seconds: taken, membersBefore, rowsWritten };
}

const seconds = async (work: () => Promise<void>): Promise<number> => (await timed(work)) / 1_000;
