import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { ImageBudget } from './image-budget.entity.js';
import { type CallOutcome, type CallPurpose, ProviderCall } from './provider-call.entity.js';
import type { RenderRun } from '../renders/image-renders.repository.js';

export interface NewCall {
  readonly purpose: CallPurpose;
  readonly model: string;
  /** US dollars for each of `count` results, a decimal string. */
  readonly price: string;
  readonly count: number;
  /** US dollars per month, a decimal string. */
  readonly budget: string;
}

export interface Settlement {
  readonly outcome: Exclude<CallOutcome, 'open'>;
  readonly result?: readonly string[];
  readonly providerRequestId?: string | undefined;
}

/** As `MONTH`. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

const MONTH = `to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM')`;

/** All reads and writes of paid calls and of their budgets. Plain SQL where Postgres calculates amounts. */
@Injectable()
export class ProviderCallsRepository {
  of(sql: Sql, { retailerId, id }: RenderRun): Promise<ProviderCall[]> {
    return sql.using(ProviderCall, (calls) =>
      calls.find({ where: { retailerId, renderId: id }, order: { createdAt: 'ASC' } }),
    );
  }

  /** What the retailer's images cost this month; undefined before the first paid call. */
  async ofMonth(sql: Sql, retailerId: string): Promise<ImageBudget | undefined> {
    const [month] = await sql.using(ImageBudget, (budgets) =>
      budgets.find({ where: { retailerId, month: monthOf(new Date()) } }),
    );
    return month;
  }

  /** Reserves the price and opens the call. Undefined if the rest of the month's budget is too small. */
  async open(tx: Tx, { retailerId, id }: RenderRun, call: NewCall): Promise<string | undefined> {
    const { purpose, model, price, count, budget } = call;
    const values = [retailerId, price, count, budget];
    await tx.execute(
      `INSERT INTO image_budgets (retailer_id, month)
       SELECT $1, ${MONTH} WHERE $2::numeric * $3::int <= $4::numeric ON CONFLICT DO NOTHING`,
      values,
    );
    // This locks the row of the month, so that concurrent calls reserve one after the other.
    const [reserved] = await tx.query<{ month: string }>(
      `UPDATE image_budgets SET reserved = reserved + $2::numeric * $3::int
        WHERE retailer_id = $1 AND month = ${MONTH} AND reserved + spent + $2::numeric * $3::int <= $4::numeric
       RETURNING month`,
      values,
    );
    if (!reserved) return undefined;
    const callId = randomUUID();
    await tx.execute(
      `INSERT INTO image_provider_calls (retailer_id, id, render_id, purpose, model, month, reserved)
       VALUES ($1, $2, $3, $4, $5, $6, $7::numeric * $8::int)`,
      [retailerId, callId, id, purpose, model, reserved.month, price, count],
    );
    return callId;
  }

  /** Books the call: 0 if it was refused, otherwise its price. Does nothing if the call is booked already. */
  async settle(
    tx: Tx,
    retailerId: string,
    callId: string,
    { outcome, result, providerRequestId }: Settlement,
  ): Promise<string | undefined> {
    const [settled] = await tx.query<{ month: string; reserved: string; amount: string }>(
      `UPDATE image_provider_calls
          SET outcome = $3, amount = CASE WHEN $3 = 'refused' THEN 0 ELSE reserved END, result = $4,
              provider_request_id = $5, settled_at = now()
        WHERE retailer_id = $1 AND id = $2 AND outcome = 'open' RETURNING month, reserved, amount`,
      [retailerId, callId, outcome, result ? JSON.stringify(result) : null, providerRequestId ?? null],
    );
    if (!settled) return undefined;
    await tx.execute(
      `UPDATE image_budgets SET reserved = reserved - $3::numeric, spent = spent + $4::numeric
        WHERE retailer_id = $1 AND month = $2`,
      [retailerId, settled.month, settled.reserved, settled.amount],
    );
    return settled.amount;
  }
}
