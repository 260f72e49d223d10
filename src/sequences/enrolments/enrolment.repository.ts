import { Injectable } from '@nestjs/common';
import { each, type Sql, type Tx } from '#libs/database';
import { orderArrivedAfter } from '../../commerce/storage/orders.sql.js';
import type { SkipReason } from '../../email/ledger/message.entity.js';
import type { Entry } from '../runs/entry.js';
import type { Run } from '../runs/run.js';
import { Enrolment } from './enrolment.entity.js';

/** A customer on the way through the steps, the index of the step, and the offer of the customer. */
export type EnrolmentPlace = Readonly<Pick<Enrolment, 'customerId' | 'step' | 'offerPlace'>>;

/** A customer who is enrolled, and since when. */
export type Enrolled = Readonly<Pick<Enrolment, 'customerId' | 'enrolledAt'>>;

/** A customer who is in the steps of an execution. */
export type ActiveEnrolment = EnrolmentPlace & Enrolled & Readonly<Pick<Enrolment, 'traceId'>>;

/** A message by its id, and whose it is. */
interface Recipient {
  readonly id: string;
  readonly executionId: string;
  readonly customerId: string | null;
}

/** How many steps were left out because customers left early, for one reason. */
export interface EarlyEnd {
  readonly reason: string;
  readonly steps: number;
}

/** Customers who left an execution. */
interface Ended {
  readonly executionId: string;
  readonly customerIds: string[];
}

/** All SQL of enrolments. */
@Injectable()
export class EnrolmentRepository {
  /**
   * Enrols customers at the first step. Returns the newly enrolled customers; others stay at their step. `traces` has
   * the trace of each customer that has one.
   */
  enrol(
    tx: Tx,
    { retailerId, id, sequenceId }: Run,
    customerIds: readonly string[],
    traces?: ReadonlyMap<string, string>,
  ): Promise<Enrolled[]> {
    return tx.query<Enrolled>(
      `INSERT INTO enrolments (retailer_id, execution_id, customer_id, sequence_id, enrolled_at, trace_id)
       SELECT $1, $2, customer_id, $3, clock_timestamp(), trace_id
         FROM unnest($4::uuid[], $5::uuid[]) AS r (customer_id, trace_id)
       ON CONFLICT (retailer_id, execution_id, customer_id) DO NOTHING
       RETURNING customer_id AS "customerId", enrolled_at AS "enrolledAt"`,
      [retailerId, id, sequenceId, customerIds, traces ? customerIds.map((each) => traces.get(each) ?? null) : null],
    );
  }

  /** The traces of messages, by the id of the message. */
  async tracesOf(sql: Sql, retailerId: string, messages: readonly Recipient[]): Promise<Map<string, string>> {
    const rows = await sql.query<{ id: string; traceId: string }>(
      `SELECT m.id, e.trace_id AS "traceId"
         FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS m (id, execution_id, customer_id)
        CROSS JOIN LATERAL (SELECT trace_id FROM enrolments
                             WHERE retailer_id = $1 AND execution_id = m.execution_id AND customer_id = m.customer_id
                               AND trace_id IS NOT NULL) e`,
      [
        retailerId,
        messages.map(({ id }) => id),
        messages.map(({ executionId }) => executionId),
        messages.map(({ customerId }) => customerId),
      ],
    );
    return new Map(rows.map(({ id, traceId }) => [id, traceId]));
  }

  /** Records customers as left, without any step, so that the execution counts them. */
  async leaveOut(tx: Tx, { retailerId, id, sequenceId }: Run, customerIds: readonly string[], reason: SkipReason) {
    await tx.execute(
      `INSERT INTO enrolments (retailer_id, execution_id, customer_id, sequence_id, enrolled_at, status, reason)
       SELECT $1, $2, customer_id, $3, clock_timestamp(), 'left', $5 FROM unnest($4::uuid[]) AS r (customer_id)
       ON CONFLICT (retailer_id, execution_id, customer_id) DO NOTHING`,
      [retailerId, id, sequenceId, customerIds, reason],
    );
  }

  /** Locks the active enrolments of these customers until the transaction ends. */
  active(tx: Tx, { retailerId, id }: Run, customerIds: readonly string[]): Promise<ActiveEnrolment[]> {
    return tx.query(
      `SELECT customer_id AS "customerId", step, offer_place AS "offerPlace", enrolled_at AS "enrolledAt",
              trace_id AS "traceId"
         FROM enrolments
        WHERE retailer_id = $1 AND execution_id = $2 AND customer_id = ANY ($3::uuid[]) AND status = 'active'
        ORDER BY customer_id FOR UPDATE`,
      [retailerId, id, customerIds],
    );
  }

  async moveTo(tx: Tx, { retailerId, id }: Run, places: readonly EnrolmentPlace[]): Promise<void> {
    if (places.length === 0) return;
    await tx.execute(
      `UPDATE enrolments e SET step = r.step, offer_place = r.offer_place
         FROM unnest($3::uuid[], $4::int[], $5::text[]) AS r (customer_id, step, offer_place)
        WHERE e.retailer_id = $1 AND e.execution_id = $2 AND e.customer_id = r.customer_id`,
      [
        retailerId,
        id,
        places.map(({ customerId }) => customerId),
        places.map(({ step }) => step),
        places.map(({ offerPlace }) => offerPlace),
      ],
    );
  }

  /** Ends enrolments: finished if the reason is null, otherwise left for that reason. */
  async end(
    tx: Tx,
    { retailerId, id }: Run,
    ends: readonly { readonly customerId: string; readonly reason: string | null }[],
  ): Promise<void> {
    if (ends.length === 0) return;
    await tx.execute(
      `UPDATE enrolments e
          SET status = CASE WHEN r.reason IS NULL THEN 'finished' ELSE 'left' END, reason = r.reason
         FROM unnest($3::uuid[], $4::text[]) AS r (customer_id, reason)
        WHERE e.retailer_id = $1 AND e.execution_id = $2 AND e.customer_id = r.customer_id`,
      [retailerId, id, ends.map(({ customerId }) => customerId), ends.map(({ reason }) => reason)],
    );
  }

  async endAll(tx: Tx, retailerId: string, executionId: string, reason: string): Promise<void> {
    await tx.execute(
      `UPDATE enrolments SET status = 'left', reason = $3
        WHERE retailer_id = $1 AND execution_id = $2 AND status = 'active'`,
      [retailerId, executionId, reason],
    );
  }

  /**
   * Ends enrolments of customers who left the segment, in executions with `exitOnLeave`. Returns the customers by
   * execution.
   */
  async leaveSegment(
    tx: Tx,
    retailerId: string,
    segmentId: string,
    customerIds: readonly string[],
    reason: string,
  ): Promise<Ended[]> {
    return tx.query<Ended>(
      `WITH ended AS (
         UPDATE enrolments e SET status = 'left', reason = $4 FROM executions x
          WHERE e.retailer_id = $1 AND e.customer_id = ANY ($3::uuid[]) AND e.status = 'active'
            AND x.retailer_id = $1 AND x.id = e.execution_id AND x.segment_id = $2 AND x.exit_on_leave
         RETURNING e.execution_id, e.customer_id)
       SELECT execution_id AS "executionId", array_agg(customer_id) AS "customerIds" FROM ended GROUP BY execution_id`,
      [retailerId, segmentId, customerIds, reason],
    );
  }

  /**
   * Ends enrolments of customers whose order has arrived since they were enrolled, in executions with `exitOnOrder`.
   * Returns the customers by execution.
   */
  leaveOrdered(tx: Tx, retailerId: string, customerIds: readonly string[], reason: SkipReason): Promise<Ended[]> {
    return tx.query<Ended>(
      `WITH enrolled AS MATERIALIZED (
         SELECT e.execution_id, e.customer_id FROM enrolments e
           JOIN executions x ON x.retailer_id = $1 AND x.id = e.execution_id AND x.exit_on_order
          WHERE e.retailer_id = $1 AND e.customer_id = ANY ($2::uuid[]) AND e.status = 'active'
            AND ${orderArrivedAfter('e.customer_id', 'e.enrolled_at')}
          ORDER BY e.execution_id, e.customer_id FOR UPDATE OF e),
       ended AS (
         UPDATE enrolments e SET status = 'left', reason = $3 FROM enrolled
          WHERE e.retailer_id = $1 AND e.execution_id = enrolled.execution_id AND e.customer_id = enrolled.customer_id
            AND e.status = 'active'
         RETURNING e.execution_id, e.customer_id)
       SELECT execution_id AS "executionId", array_agg(customer_id) AS "customerIds" FROM ended GROUP BY execution_id`,
      [retailerId, customerIds, reason],
    );
  }

  /**
   * The entries of these customers into the sequence, without customers who were left out because they had received the
   * sequence. `held`: an experiment held the customer back. `recent`: less than `days` times 24 hours ago, or `days` is
   * null.
   */
  entries(
    sql: Sql,
    retailerId: string,
    sequenceId: string,
    customerIds: readonly string[],
    days: number | null,
  ): Promise<(Omit<Entry, 'reached'> & { readonly held: boolean })[]> {
    return sql.query(
      `SELECT customer_id AS "customerId", execution_id AS "executionId", status = 'active' AS active,
              coalesce(reason IN ('holdout', 'global_holdout'), false) AS held,
              ($4::int IS NULL OR enrolled_at > clock_timestamp() - $4::int * interval '24 hours') AS recent
         FROM ${each('enrolments', 'customer_id', 'uuid')}
        WHERE sequence_id = $3 AND reason IS DISTINCT FROM 'already_received'`,
      [retailerId, customerIds, sequenceId, days],
    );
  }

  /** The entries of these customers into the sequence before an instant, but for those left out as `entries` says. */
  entriesBefore(
    sql: Sql,
    retailerId: string,
    sequenceId: string,
    customerIds: readonly string[],
    before: Date,
  ): Promise<(Enrolled & Pick<Entry, 'executionId' | 'active'> & { readonly held: boolean })[]> {
    return sql.query(
      `SELECT customer_id AS "customerId", execution_id AS "executionId", status = 'active' AS active,
              enrolled_at AS "enrolledAt", coalesce(reason IN ('holdout', 'global_holdout'), false) AS held
         FROM ${each('enrolments', 'customer_id', 'uuid')}
        WHERE sequence_id = $3 AND reason IS DISTINCT FROM 'already_received' AND enrolled_at < $4
        ORDER BY enrolled_at`,
      [retailerId, customerIds, sequenceId, before],
    );
  }

  /**
   * The number of steps that customers who left do not reach, by reason. `steps` is the number of steps of the
   * execution.
   */
  earlyEnds(sql: Sql, retailerId: string, executionId: string, steps: number): Promise<EarlyEnd[]> {
    return sql.query<EarlyEnd>(
      `SELECT reason, sum($3::int - 1 - step)::int AS steps FROM enrolments
        WHERE retailer_id = $1 AND execution_id = $2 AND status = 'left' GROUP BY reason`,
      [retailerId, executionId, steps],
    );
  }
}
