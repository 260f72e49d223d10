import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { hasUnsettledChange } from '../../commerce/storage/customer-changes.sql.js';
import type { Appointment, MembershipChange } from '../evaluation/assessment.js';
import { Standings } from '../evaluation/membership-matrix.js';
import { stayChanges } from './membership-intervals.js';

/** A stored appointment with time. */
export interface Due {
  readonly segmentId: string;
  readonly customerId: string;
  /** Milliseconds since the epoch. */
  readonly due: number;
}

const DUE = `segment_id AS "segmentId", customer_id AS "customerId",
  (extract(epoch FROM next_change_at) * 1000)::float8 AS due`;

/** One row for each customer, as hundreds would take far longer to read. Places count from 1, as Postgres does. */
interface StandingRow {
  readonly customer: number;
  readonly what: 'open' | 'due';
  /** JSON: the segments, or each with an instant in milliseconds since the epoch. */
  readonly list: string;
}

const standing = (what: StandingRow['what'], item: string, rows: string): string =>
  `SELECT customer.place::int AS customer, '${what}' AS what, '[' || string_agg(${item}, ',') || ']' AS list
     FROM unnest($2::uuid[]) WITH ORDINALITY AS customer (id, place)
    CROSS JOIN LATERAL (${rows} OFFSET 0) stored
     JOIN unnest($3::uuid[]) WITH ORDINALITY AS segment (id, place) ON segment.id = stored.segment_id
    GROUP BY customer.place`;
const STANDINGS = [
  standing(
    'open',
    `segment.place::text`,
    `SELECT segment_id FROM segment_memberships
      WHERE retailer_id = $1 AND customer_id = customer.id AND left_at IS NULL`,
  ),
  standing(
    'due',
    `'[' || segment.place || ',' || (extract(epoch FROM stored.next_change_at) * 1000)::float8 || ']'`,
    `SELECT segment_id, next_change_at FROM segment_next_changes WHERE retailer_id = $1 AND customer_id = customer.id`,
  ),
].join(' UNION ALL ');

/** All SQL that moves single customers: memberships, transitions, events, appointments. */
@Injectable()
export class MembershipRepository {
  constructor(private readonly database: Database) {}

  /**
   * The database's clock in whole milliseconds since the epoch, read once for each evaluation. Not now(): the transaction
   * may have waited for a lock. The pause keeps an evaluation from having the same millisecond as the one before it.
   */
  async clock(sql: Sql): Promise<number> {
    const [row] = await sql.query<{ now: Date }>(`SELECT clock_timestamp() AS now FROM pg_sleep(0.001)`);
    if (!row) throw new Error('the database told no time');
    return row.now.getTime();
  }

  /**
   * Holds what is due for the customers, so that the clock does not move the same memberships meanwhile. It leaves alone
   * what is not yet due, and from now on also customers whose facts have changed: the rest need not be held.
   */
  async holdDue(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<void> {
    await tx.query(
      `SELECT FROM unnest($2::uuid[]) AS wanted (id) CROSS JOIN LATERAL
         (SELECT FROM segment_next_changes
           WHERE retailer_id = $1 AND customer_id = wanted.id AND next_change_at <= clock_timestamp() FOR UPDATE) due`,
      [retailerId, plainArray(customerIds)],
    );
  }

  /** How the customers stand with the segments, each by its place in the lists. */
  async standings(
    tx: Tx,
    retailerId: string,
    segmentIds: readonly string[],
    customerIds: readonly string[],
  ): Promise<Standings> {
    const rows = await tx.query<StandingRow>(STANDINGS, [retailerId, plainArray(customerIds), plainArray(segmentIds)]);
    const standings = new Standings(segmentIds.length, customerIds.length);
    for (const { customer, what, list } of rows) {
      if (what === 'open') {
        for (const segment of JSON.parse(list) as number[]) standings.setMember(segment - 1, customer - 1);
      } else {
        for (const [segment, due] of JSON.parse(list) as [number, number][]) {
          standings.setDue(segment - 1, customer - 1, due);
        }
      }
    }
    return standings;
  }

  /** Which of the pairs are memberships, each as segment id followed by customer id. */
  async openAmong(tx: Tx, retailerId: string, pairs: readonly Due[]): Promise<Set<string>> {
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

  /** The retailer with the earliest change by time that is due; `passed` are left out. */
  async retailerDue(now: number, passed: readonly string[]): Promise<string | undefined> {
    const [row] = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT retailer_id AS id FROM segment_next_changes
        WHERE next_change_at <= $1 AND retailer_id <> ALL ($2::uuid[]) ORDER BY next_change_at LIMIT 1`,
      [new Date(now), passed],
    );
    return row?.id;
  }

  /** When time changes something next, in milliseconds from now, negative where it is overdue; undefined where never. */
  async untilNextChange(): Promise<number | undefined> {
    const [row] = await this.database.acrossRetailers.query<{ ms: number | null }>(
      `SELECT (extract(epoch FROM min(next_change_at) - clock_timestamp()) * 1000)::float8 AS ms
         FROM segment_next_changes`,
    );
    return row?.ms ?? undefined;
  }

  /**
   * Takes what is due, the earliest first; another worker's is left to it. A customer whose facts have just changed is left
   * to that change, and a segment under evaluation to the evaluation.
   */
  takeDue(tx: Tx, retailerId: string, now: number, limit: number): Promise<Due[]> {
    return tx.query<Due>(
      `SELECT ${DUE} FROM segment_next_changes k
        WHERE k.retailer_id = $1 AND k.next_change_at <= $2
          AND EXISTS (SELECT FROM segments s WHERE s.retailer_id = $1 AND s.id = k.segment_id AND s.status = 'ready')
          AND NOT ${hasUnsettledChange('k.customer_id')}
        ORDER BY k.next_change_at LIMIT $3 FOR UPDATE OF k SKIP LOCKED`,
      [retailerId, new Date(now), limit],
    );
  }

  /** Writes changes of membership, a transition and an event for each, and the appointments that have moved. */
  async write(
    tx: Tx,
    retailerId: string,
    given: readonly MembershipChange[],
    appointments: readonly Appointment[],
  ): Promise<void> {
    await this.writeAppointments(tx, retailerId, appointments);
    if (given.length === 0) return;
    const changes = given.toSorted((a, b) => a.at - b.at);
    const { ended, begun } = stayChanges(changes);
    // Before the new stays: a stay that ends and one that begins must not be open side by side.
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
         SELECT $1, * FROM unnest($7::uuid[], $8::uuid[], $9::timestamptz[], $10::timestamptz[])
       ), telling AS (
         INSERT INTO segment_events (retailer_id, segment_id, customer_id, at, kind, cause) SELECT $1, * FROM change
       )
       INSERT INTO segment_transitions (retailer_id, segment_id, customer_id, at, kind, cause) SELECT $1, * FROM change`,
      [
        retailerId,
        ...pairsOf(changes),
        instants(changes.map(({ at }) => at)),
        plainArray(changes.map(({ kind }) => kind)),
        changes.map(({ cause }) => cause),
        ...pairsOf(begun),
        instants(begun.map(({ enteredAt }) => enteredAt)),
        instants(begun.map(({ leftAt }) => leftAt)),
      ],
    );
  }

  private async writeAppointments(tx: Tx, retailerId: string, appointments: readonly Appointment[]): Promise<void> {
    const cancelled = appointments.filter(({ nextChangeAt }) => nextChangeAt === undefined);
    if (cancelled.length > 0) {
      await tx.execute(
        `DELETE FROM segment_next_changes k USING unnest($2::uuid[], $3::uuid[]) AS gone (segment_id, customer_id)
          WHERE k.retailer_id = $1 AND k.segment_id = gone.segment_id AND k.customer_id = gone.customer_id`,
        [retailerId, ...pairsOf(cancelled)],
      );
    }
    const made = appointments.filter(({ nextChangeAt }) => nextChangeAt !== undefined);
    if (made.length === 0) return;
    await tx.execute(
      `INSERT INTO segment_next_changes (retailer_id, segment_id, customer_id, next_change_at)
       SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[])
       ON CONFLICT (retailer_id, segment_id, customer_id) DO UPDATE SET next_change_at = excluded.next_change_at`,
      [retailerId, ...pairsOf(made), instants(made.map(({ nextChangeAt }) => nextChangeAt ?? null))],
    );
  }
}

/** An array as Postgres reads it, of values that need no quotes; pg would look for what to quote in every one of them. */
const plainArray = (values: readonly string[]): string => `{${values.join(',')}}`;

const pairsOf = (
  rows: readonly { readonly segmentId: string; readonly customerId: string }[],
): [segments: string, customers: string] => [
  plainArray(rows.map(({ segmentId }) => segmentId)),
  plainArray(rows.map(({ customerId }) => customerId)),
];

/** Most have the same instant: that of their evaluation. */
function instants(times: readonly (number | null)[]): string {
  const texts = new Map<number | null, string>([[null, 'NULL']]);
  const textOf = (time: number | null): string => {
    const text = texts.get(time) ?? new Date(time ?? 0).toISOString();
    texts.set(time, text);
    return text;
  };
  return plainArray(times.map(textOf));
}
