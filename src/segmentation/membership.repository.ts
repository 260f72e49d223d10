import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import type { Appointment, MembershipChange } from './assessment.js';
import { stayChanges } from './stays.js';

export interface ChangedCustomer {
  readonly customerId: string;
  readonly cause: string;
}

/** A stored appointment with time. */
export interface Due {
  readonly segmentId: string;
  readonly customerId: string;
  /** Milliseconds since the epoch. */
  readonly due: number;
}

const DUE = `segment_id AS "segmentId", customer_id AS "customerId",
  (extract(epoch FROM next_change_at) * 1000)::float8 AS due`;

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

  /** Takes customers whose memberships are due; another worker's are left to it. */
  takeChanges(tx: Tx, retailerId: string, limit: number): Promise<ChangedCustomer[]> {
    return tx.query<ChangedCustomer>(
      `DELETE FROM customer_changes x
        WHERE x.retailer_id = $1 AND x.customer_id = ANY (ARRAY(
          SELECT customer_id FROM customer_changes WHERE retailer_id = $1 LIMIT $2 FOR UPDATE SKIP LOCKED))
       RETURNING x.customer_id AS "customerId", x.cause`,
      [retailerId, limit],
    );
  }

  /** Retailers whose changes nobody took for two seconds. */
  async forgottenChanges(): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT r.id FROM retailers r WHERE EXISTS (
         SELECT 1 FROM customer_changes x WHERE x.retailer_id = r.id AND x.changed_at < now() - interval '2 seconds')`,
    );
    return rows.map(({ id }) => id);
  }

  /** The segments that each of the customers is in. As one text: under many segments arrays take longer to read. */
  async openMemberships(
    tx: Tx,
    retailerId: string,
    customerIds: readonly string[],
  ): Promise<Map<string, readonly string[]>> {
    const rows = await tx.query<{ customerId: string; segmentIds: string }>(
      `SELECT wanted.id AS "customerId", open.segments AS "segmentIds"
         FROM unnest($2::uuid[]) AS wanted (id)
        CROSS JOIN LATERAL (SELECT string_agg(segment_id::text, ',') AS segments FROM segment_memberships
                             WHERE retailer_id = $1 AND customer_id = wanted.id AND left_at IS NULL) open
        WHERE open.segments IS NOT NULL`,
      [retailerId, customerIds],
    );
    return new Map(rows.map(({ customerId, segmentIds }) => [customerId, segmentIds.split(',')]));
  }

  /** Which of the pairs are memberships, each as segment id followed by customer id. */
  async openAmong(tx: Tx, retailerId: string, pairs: readonly Due[]): Promise<Set<string>> {
    const rows = await tx.query<{ pair: string }>(
      `SELECT m.segment_id::text || m.customer_id AS pair
         FROM unnest($2::uuid[], $3::uuid[]) AS wanted (segment, customer)
        CROSS JOIN LATERAL (SELECT segment_id, customer_id FROM segment_memberships
                             WHERE retailer_id = $1 AND customer_id = wanted.customer AND segment_id = wanted.segment
                               AND left_at IS NULL) m`,
      [retailerId, pairs.map(({ segmentId }) => segmentId), pairs.map(({ customerId }) => customerId)],
    );
    return new Set(rows.map(({ pair }) => pair));
  }

  /**
   * By customer each segment with the stored instant, in milliseconds since the epoch. The rows are held, so that the clock
   * does not move the same memberships meanwhile.
   */
  async appointments(
    tx: Tx,
    retailerId: string,
    customerIds: readonly string[],
  ): Promise<Map<string, readonly (readonly [segmentId: string, due: number])[]>> {
    const rows = await tx.query<{ customerId: string; due: string }>(
      `SELECT wanted.key AS "customerId", string_agg(found.due, ',') AS due
         FROM unnest($2::uuid[]) AS wanted (key) CROSS JOIN LATERAL
         (SELECT segment_id || '=' || (extract(epoch FROM next_change_at) * 1000)::float8 AS due
            FROM segment_next_changes WHERE retailer_id = $1 AND customer_id = wanted.key FOR UPDATE) found
        GROUP BY wanted.key`,
      [retailerId, customerIds],
    );
    return new Map(rows.map(({ customerId, due }) => [customerId, due.split(',').map(dueOf)]));
  }

  /** The retailer with the earliest change by time that is due; `passed` are left out. */
  async retailerDue(now: number, passed: readonly string[]): Promise<string | undefined> {
    const [row] = await this.database.query<{ id: string }>(
      `SELECT retailer_id AS id FROM segment_next_changes
        WHERE next_change_at <= $1 AND retailer_id <> ALL ($2::uuid[]) ORDER BY next_change_at LIMIT 1`,
      [new Date(now), passed],
    );
    return row?.id;
  }

  /** When time changes something next, in milliseconds from now, negative where it is overdue; undefined where never. */
  async untilNextChange(): Promise<number | undefined> {
    const [row] = await this.database.query<{ ms: number | null }>(
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
          AND NOT EXISTS (SELECT FROM customer_changes x WHERE x.retailer_id = $1 AND x.customer_id = k.customer_id)
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
        [retailerId, ...pairsOf(ended), ended.map(({ at }) => instant(at))],
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
        instants(changes),
        changes.map(({ kind }) => kind),
        changes.map(({ cause }) => cause),
        ...pairsOf(begun),
        begun.map(({ enteredAt }) => instant(enteredAt)),
        begun.map(({ leftAt }) => (leftAt === null ? null : instant(leftAt))),
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
      [retailerId, ...pairsOf(made), made.map(({ nextChangeAt }) => instant(nextChangeAt ?? 0))],
    );
  }
}

const UUID_LENGTH = 36;
const dueOf = (text: string): [segmentId: string, due: number] => [
  text.slice(0, UUID_LENGTH),
  Number(text.slice(UUID_LENGTH + 1)),
];

const pairsOf = (
  rows: readonly { readonly segmentId: string; readonly customerId: string }[],
): [segments: string[], customers: string[]] => [
  rows.map(({ segmentId }) => segmentId),
  rows.map(({ customerId }) => customerId),
];

/** Most have the same instant: that of their evaluation. */
function instants(rows: readonly { readonly at: number }[]): string[] {
  const texts = new Map<number, string>();
  return rows.map(({ at }) => {
    const known = texts.get(at) ?? instant(at);
    texts.set(at, known);
    return known;
  });
}

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();
