import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { hasUnsettledChange } from '../../commerce/storage/customer-changes.sql.js';
import type { MembershipChange, NextChangeUpdate, Pair } from '../evaluation/evaluate.js';
import { MembershipMatrix } from '../evaluation/membership-matrix.js';
import { intervalChanges } from './membership-intervals.js';

/** A stored next change. */
export interface DueChange extends Pair {
  /** Milliseconds since the epoch. */
  readonly due: number;
}

/** A recorded transition; `at` is in milliseconds since the epoch. */
export type RecordedChange = Omit<MembershipChange, 'segmentId'>;

const DUE = `segment_id AS "segmentId", customer_id AS "customerId",
  (extract(epoch FROM next_change_at) * 1000)::float8 AS due`;

/**
 * One row for each customer and kind of list: a row for each pair would take far longer to read. Indexes count from 1,
 * as in Postgres.
 */
interface MatrixRow {
  readonly customer: number;
  readonly what: 'open' | 'due';
  /** JSON: the indexes of segments (`open`), or pairs of an index and milliseconds since the epoch (`due`). */
  readonly list: string;
}

const matrixRows = (what: MatrixRow['what'], item: string, rows: string): string =>
  `SELECT customer.place::int AS customer, '${what}' AS what, '[' || string_agg(${item}, ',') || ']' AS list
     FROM unnest($2::uuid[]) WITH ORDINALITY AS customer (id, place)
    CROSS JOIN LATERAL (${rows} OFFSET 0) stored
     JOIN unnest($3::uuid[]) WITH ORDINALITY AS segment (id, place) ON segment.id = stored.segment_id
    GROUP BY customer.place`;
const MATRIX = [
  matrixRows(
    'open',
    `segment.place::text`,
    `SELECT segment_id FROM segment_memberships
      WHERE retailer_id = $1 AND customer_id = customer.id AND left_at IS NULL`,
  ),
  matrixRows(
    'due',
    `'[' || segment.place || ',' || (extract(epoch FROM stored.next_change_at) * 1000)::float8 || ']'`,
    `SELECT segment_id, next_change_at FROM segment_next_changes WHERE retailer_id = $1 AND customer_id = customer.id`,
  ),
].join(' UNION ALL ');

interface SegmentKey {
  readonly retailerId: string;
  readonly id: string;
}

/** The first month of the transitions; null where the stored rows of the time before months are a partition. */
const OLDEST_MONTH = `
  SELECT CASE WHEN NOT bool_or(name LIKE '%_until_%')
              THEN min(to_date(substring(name FROM '[0-9]{4}_[0-9]{2}$'), 'YYYY_MM')::timestamp AT TIME ZONE 'UTC')
          END AS month
    FROM (SELECT c.relname AS name FROM pg_inherits i, pg_class c
           WHERE i.inhparent = 'segment_transitions'::regclass AND c.oid = i.inhrelid) months`;

/** All SQL of single customers: memberships, transitions, events, next changes. */
@Injectable()
export class MembershipRepository {
  constructor(private readonly database: Database) {}

  /**
   * The clock of Postgres in whole milliseconds since the epoch, read once for each evaluation. It is not now(),
   * because the transaction may have waited for a lock. The pause gives each evaluation a later millisecond than the
   * one before.
   */
  async clock(sql: Sql): Promise<number> {
    const [row] = await sql.query<{ now: Date }>(`SELECT clock_timestamp() AS now FROM pg_sleep(0.001)`);
    if (!row) throw new Error('Postgres returned no time');
    return row.now.getTime();
  }

  /**
   * Locks the due next changes of these customers, so that the clock does not make the same changes at the same time.
   * Other next changes need no lock: the clock takes no change that is not due, and skips customers whose facts have
   * changed.
   */
  async lockDue(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<void> {
    await tx.query(
      `SELECT FROM unnest($2::uuid[]) AS wanted (id) CROSS JOIN LATERAL
         (SELECT FROM segment_next_changes
           WHERE retailer_id = $1 AND customer_id = wanted.id AND next_change_at <= clock_timestamp() FOR UPDATE) due`,
      [retailerId, plainArray(customerIds)],
    );
  }

  /** The membership matrix. Its indexes are those of the two lists. */
  async matrix(
    tx: Tx,
    retailerId: string,
    segmentIds: readonly string[],
    customerIds: readonly string[],
  ): Promise<MembershipMatrix> {
    const rows = await tx.query<MatrixRow>(MATRIX, [retailerId, plainArray(customerIds), plainArray(segmentIds)]);
    const matrix = new MembershipMatrix(segmentIds.length, customerIds.length);
    for (const { customer, what, list } of rows) {
      if (what === 'open') {
        for (const segment of JSON.parse(list) as number[]) matrix.setMember(segment - 1, customer - 1);
      } else {
        for (const [segment, due] of JSON.parse(list) as [number, number][]) {
          matrix.setDue(segment - 1, customer - 1, due);
        }
      }
    }
    return matrix;
  }

  /** Which of the pairs are memberships, each as segment id followed by customer id. */
  async openAmong(tx: Tx, retailerId: string, pairs: readonly Pair[]): Promise<Set<string>> {
    const rows = await tx.query<{ pair: string }>(
      `SELECT m.segment_id::text || m.customer_id AS pair
         FROM unnest($2::uuid[], $3::uuid[]) AS wanted (segment, customer)
        CROSS JOIN LATERAL (SELECT segment_id, customer_id FROM segment_memberships
                             WHERE retailer_id = $1 AND customer_id = wanted.customer AND segment_id = wanted.segment
                               AND left_at IS NULL) m`,
      [retailerId, ...pairsOf(pairs)],
    );
    return new Set(rows.map(({ pair }) => pair));
  }

  /** The retailer with the earliest due change; those in `except` are left out. */
  async retailerDue(now: number, except: readonly string[]): Promise<string | undefined> {
    const [row] = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT retailer_id AS id FROM segment_next_changes
        WHERE next_change_at <= $1 AND retailer_id <> ALL ($2::uuid[]) ORDER BY next_change_at LIMIT 1`,
      [new Date(now), except],
    );
    return row?.id;
  }

  /** Milliseconds from now to the earliest next change, negative where it is overdue; undefined where there is none. */
  async untilNextChange(): Promise<number | undefined> {
    const [row] = await this.database.acrossRetailers.query<{ ms: number | null }>(
      `SELECT (extract(epoch FROM min(next_change_at) - clock_timestamp()) * 1000)::float8 AS ms
         FROM segment_next_changes`,
    );
    return row?.ms ?? undefined;
  }

  /**
   * Takes due changes, the earliest first. Changes that another worker has locked are skipped. So are changes of
   * customers whose facts have just changed, and of segments under evaluation: their own evaluation will make these
   * changes.
   */
  takeDue(tx: Tx, retailerId: string, now: number, limit: number): Promise<DueChange[]> {
    return tx.query<DueChange>(
      `SELECT ${DUE} FROM segment_next_changes k
        WHERE k.retailer_id = $1 AND k.next_change_at <= $2
          AND EXISTS (SELECT FROM segments s WHERE s.retailer_id = $1 AND s.id = k.segment_id AND s.status = 'ready')
          AND NOT ${hasUnsettledChange('k.customer_id')}
        ORDER BY k.next_change_at LIMIT $3 FOR UPDATE OF k SKIP LOCKED`,
      [retailerId, new Date(now), limit],
    );
  }

  /** Writes changes of membership, with a transition and an event for each, and the next changes to store. */
  async write(
    tx: Tx,
    retailerId: string,
    given: readonly MembershipChange[],
    nextChanges: readonly NextChangeUpdate[],
  ): Promise<void> {
    await this.writeNextChanges(tx, retailerId, nextChanges);
    if (given.length === 0) return;
    const changes = given.toSorted((a, b) => a.at - b.at);
    const { ended, started } = intervalChanges(changes);
    // The ends come first: a pair must never have two open intervals.
    if (ended.length > 0) {
      await tx.execute(
        `UPDATE segment_memberships m SET left_at = ended.at
           FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[]) AS ended (segment_id, customer_id, at)
          WHERE m.retailer_id = $1 AND m.segment_id = ended.segment_id AND m.customer_id = ended.customer_id
            AND m.left_at IS NULL`,
        [retailerId, ...pairsOf(ended), instants(ended.map(({ at }) => at))],
      );
    }
    await tx.execute(
      `WITH change AS (
         SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::text[], $6::text[])
           AS r (segment_id, customer_id, at, kind, cause)
       ), entering AS (
         INSERT INTO segment_memberships (retailer_id, segment_id, customer_id, entered_at, left_at)
         SELECT $1, * FROM unnest($7::uuid[], $8::uuid[], $9::timestamptz[], $10::timestamptz[]) RETURNING 1
       ), recorded AS (
         INSERT INTO segment_transitions (retailer_id, segment_id, customer_id, at, kind, cause)
         SELECT $1, * FROM change RETURNING 1
       )
       INSERT INTO segment_events (retailer_id, segment_id, customer_id, at, kind, cause)
       SELECT $1, * FROM change ON CONFLICT DO NOTHING`,
      [
        retailerId,
        ...pairsOf(changes),
        instants(changes.map(({ at }) => at)),
        plainArray(changes.map(({ kind }) => kind)),
        changes.map(({ cause }) => cause),
        ...pairsOf(started),
        instants(started.map(({ enteredAt }) => enteredAt)),
        instants(started.map(({ leftAt }) => leftAt)),
      ],
    );
  }

  /**
   * Since when no transition of the segment was dropped for its age, in milliseconds since the epoch: the beginning of
   * the oldest month, or the first transition that only the default partition could take. -Infinity where the rows of
   * the time before months are there.
   */
  async recordedSince(sql: Sql, { retailerId, id }: SegmentKey): Promise<number> {
    const [oldest] = await sql.query<{ month: Date | null }>(OLDEST_MONTH);
    if (!oldest?.month) return -Infinity;
    const [first] = await sql.query<{ at: Date | null }>(
      'SELECT min(at) AS at FROM segment_transitions WHERE retailer_id = $1 AND segment_id = $2 AND at < $3',
      [retailerId, id, oldest.month],
    );
    return (first?.at ?? oldest.month).getTime();
  }

  /**
   * The transitions in a segment since an instant, of the customers with ids above `after` and not above `upTo`, by
   * customer and in order.
   */
  transitionsSince(
    sql: Sql,
    { retailerId, id }: SegmentKey,
    since: Date,
    { after, upTo }: { readonly after: string; readonly upTo: string },
  ): Promise<RecordedChange[]> {
    return sql.query<RecordedChange>(
      `SELECT customer_id AS "customerId", floor(extract(epoch FROM at) * 1000)::float8 AS at, kind, cause
         FROM segment_transitions
        WHERE retailer_id = $1 AND segment_id = $2 AND customer_id > $3 AND customer_id <= $4 AND at >= $5
        ORDER BY customer_id, at`,
      [retailerId, id, after, upTo, since],
    );
  }

  private async writeNextChanges(tx: Tx, retailerId: string, nextChanges: readonly NextChangeUpdate[]): Promise<void> {
    const removed = nextChanges.filter(({ nextChangeAt }) => nextChangeAt === undefined);
    if (removed.length > 0) {
      await tx.execute(
        `DELETE FROM segment_next_changes k USING unnest($2::uuid[], $3::uuid[]) AS gone (segment_id, customer_id)
          WHERE k.retailer_id = $1 AND k.segment_id = gone.segment_id AND k.customer_id = gone.customer_id`,
        [retailerId, ...pairsOf(removed)],
      );
    }
    const stored = nextChanges.filter(({ nextChangeAt }) => nextChangeAt !== undefined);
    if (stored.length === 0) return;
    await tx.execute(
      `INSERT INTO segment_next_changes (retailer_id, segment_id, customer_id, next_change_at)
       SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[])
       ON CONFLICT (retailer_id, segment_id, customer_id) DO UPDATE SET next_change_at = excluded.next_change_at`,
      [retailerId, ...pairsOf(stored), instants(stored.map(({ nextChangeAt }) => nextChangeAt ?? null))],
    );
  }
}

/** An array literal of values that need no quotes: pg would search each value for characters to quote. */
const plainArray = (values: readonly string[]): string => `{${values.join(',')}}`;

const pairsOf = (rows: readonly Pair[]): [segments: string, customers: string] => [
  plainArray(rows.map(({ segmentId }) => segmentId)),
  plainArray(rows.map(({ customerId }) => customerId)),
];

/** An array literal of instants. Most are equal, the instant of the evaluation, so each is formatted once. */
function instants(times: readonly (number | null)[]): string {
  const texts = new Map<number | null, string>([[null, 'NULL']]);
  const textOf = (time: number | null): string => {
    const text = texts.get(time) ?? new Date(time ?? 0).toISOString();
    texts.set(time, text);
    return text;
  };
  return plainArray(times.map(textOf));
}
