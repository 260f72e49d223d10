import { Injectable } from '@nestjs/common';
import { columnsOf, Database, each, type Sql, type Tx } from '#libs/database';
import { isUuid, type Page, pageOf, readCursor } from '#libs/kernel';
import { customerOf } from '../../commerce/storage/customers.sql.js';
import type { MessageAnswer, WantedMessages } from '../../email/ledger/message.dto.js';
import { PlannedMessage } from './planned-message.entity.js';
import type { PlanLine } from './simulation.js';
import type { Run } from './run.js';

type StoredPlanLine = PlanLine & Pick<MessageAnswer, 'email'>;

/** How many lines of a plan are alike; `places` is the sum of their step indexes. */
export interface PlanCount extends Readonly<Pick<PlannedMessage, 'status' | 'reason' | 'repeat'>> {
  readonly lines: number;
  readonly places: number;
}

const LINE = columnsOf(PlannedMessage, 'p', ['customerId', 'step', 'variant', 'status', 'reason', 'sendAt']);
const isPlace = (key: string): boolean => /^\d{1,4}$/.test(key);

/** All SQL of the plans of dry runs. */
@Injectable()
export class PlanRepository {
  constructor(private readonly database: Database) {}

  /** `repeat`: the lines apply only to a run with `repeat`. Their customers received the sequence before. */
  async save(tx: Tx, { retailerId, id }: Run, lines: readonly PlanLine[], repeat = false): Promise<void> {
    if (lines.length === 0) return;
    await tx.execute(
      `INSERT INTO planned_messages (retailer_id, execution_id, customer_id, step, variant, status, reason, send_at, repeat)
       SELECT $1, $2, *, $9 FROM unnest($3::uuid[], $4::int[], $5::text[], $6::text[], $7::text[], $8::timestamptz[])
       ON CONFLICT (retailer_id, execution_id, customer_id, step, repeat) DO NOTHING`,
      [
        retailerId,
        id,
        lines.map(({ customerId }) => customerId),
        lines.map(({ step }) => step),
        lines.map(({ variant }) => variant),
        lines.map(({ status }) => status),
        lines.map(({ reason }) => reason),
        lines.map(({ sendAt }) => sendAt),
        repeat,
      ],
    );
  }

  /** Which of these customers the plan enrols, with or without `repeat`. */
  async customersAmong(
    sql: Sql,
    retailerId: string,
    executionId: string,
    customerIds: readonly string[],
  ): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(
      `SELECT DISTINCT customer_id AS id FROM ${each('planned_messages', 'customer_id', 'uuid')}
        WHERE execution_id = $3 AND reason IS DISTINCT FROM 'already_received'`,
      [retailerId, customerIds, executionId],
    );
    return rows.map(({ id }) => id);
  }

  /** Sorted by customer and step. */
  async lines(
    retailerId: string,
    executionId: string,
    limit: number,
    cursor?: string,
    { state, reason }: WantedMessages = {},
  ): Promise<Page<StoredPlanLine>> {
    const [customer, step] = readCursor(cursor, [isUuid, isPlace]) ?? [];
    const rows = await this.database.of(retailerId).query<StoredPlanLine>(
      `SELECT ${LINE}, c.email
         FROM planned_messages p LEFT ${customerOf('p')}
        WHERE p.retailer_id = $1 AND p.execution_id = $2 AND NOT p.repeat
          AND ($3::uuid IS NULL OR (p.customer_id, p.step) > ($3::uuid, $4::int))
          AND ($6::text IS NULL OR p.status = $6) AND ($7::text IS NULL OR p.reason = $7)
        ORDER BY p.customer_id, p.step LIMIT $5`,
      [retailerId, executionId, customer ?? null, step ?? null, limit + 1, state ?? null, reason ?? null],
    );
    return pageOf(rows, limit, (row) => [row.customerId, String(row.step)]);
  }

  /** How many emails of each variant would be sent, by the index of the step. */
  variantCounts(
    sql: Sql,
    retailerId: string,
    executionId: string,
  ): Promise<{ step: number; variant: string; count: number }[]> {
    return sql.query(
      `SELECT step, variant, count(*)::int AS count FROM planned_messages
        WHERE retailer_id = $1 AND execution_id = $2 AND NOT repeat AND variant IS NOT NULL
          AND status IN ('queued', 'maybe')
        GROUP BY step, variant`,
      [retailerId, executionId],
    );
  }

  /** How many people would get an email (reason null), and how many would not, by the reason of their first line. */
  people(retailerId: string, executionId: string): Promise<{ reason: string | null; people: number }[]> {
    return this.database.of(retailerId).query(
      `SELECT reason, count(*)::int AS people FROM (
         SELECT CASE WHEN bool_or(status IN ('queued', 'maybe')) THEN NULL
                     ELSE (array_agg(reason ORDER BY step))[1] END AS reason
           FROM planned_messages WHERE retailer_id = $1 AND execution_id = $2 AND NOT repeat
          GROUP BY customer_id) person
        GROUP BY reason ORDER BY people DESC, reason`,
      [retailerId, executionId],
    );
  }

  counts(sql: Sql, retailerId: string, executionId: string): Promise<PlanCount[]> {
    return sql.query<PlanCount>(
      `SELECT status, reason, repeat, count(*)::int AS lines, sum(step)::int AS places FROM planned_messages
        WHERE retailer_id = $1 AND execution_id = $2 GROUP BY status, reason, repeat`,
      [retailerId, executionId],
    );
  }
}
