import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { MessageSource } from './message-id.js';

type OfMonth = Pick<MessageSource, 'retailerId' | 'idMonth'>;

/** A mark is repeated after so long, so that one that a failover or the purge of a store took away comes back. */
const AGAIN_MS = 600_000;

/** Marks the months whose messages are sent, with the day. */
@Injectable()
export class SendingMonthsRepository {
  private period = 0;
  /** What this process has marked in that period. */
  private readonly marked = new Set<string>();

  constructor(private readonly database: Database) {}

  /**
   * Call it before a transaction marks the messages as sending. A mark that is committed alone can't wait for the mark
   * of another worker in a circle, and does no harm where no message is sent.
   */
  async mark(messages: readonly OfMonth[]): Promise<void> {
    const now = new Date();
    const period = Math.floor(now.getTime() / AGAIN_MS);
    if (period !== this.period) this.marked.clear();
    this.period = period;
    const missing = new Map<string, { readonly retailerId: string; readonly month: number }>();
    for (const { retailerId, idMonth: month } of messages) {
      const key = `${period} ${retailerId} ${month}`;
      if (month !== null && !this.marked.has(key)) missing.set(key, { retailerId, month });
    }
    if (missing.size === 0) return;
    const rows = [...missing.values()];
    await this.database.acrossRetailers.execute(
      `INSERT INTO sending_months (retailer_id, id_month, sent_on)
       SELECT retailer_id, id_month, ($3::timestamptz AT TIME ZONE 'UTC')::date FROM unnest($1::uuid[], $2::smallint[]) AS r (retailer_id, id_month)
        ORDER BY retailer_id, id_month
       ON CONFLICT (retailer_id, id_month) DO UPDATE SET sent_on = excluded.sent_on
       WHERE sending_months.sent_on < excluded.sent_on`,
      [rows.map(({ retailerId }) => retailerId), rows.map(({ month }) => month), now],
    );
    for (const key of missing.keys()) this.marked.add(key);
  }
}
