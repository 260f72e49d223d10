import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { orderArrivedAfter } from '../storage/orders.sql.js';

/** A customer, and the instant after which an order has to arrive. */
export interface ArrivalQuestion {
  readonly customerId: string;
  readonly since: Date;
}

/** Orders that arrived after an instant, for many customers at a time. */
@Injectable()
export class OrderArrivalsQueries {
  /** Which customers have such an order, also if it was cancelled later. */
  arrived(sql: Sql, retailerId: string, questions: readonly ArrivalQuestion[]): Promise<ReadonlySet<string>> {
    return this.ask(sql, retailerId, questions, '');
  }

  /** Which customers have such an order that counts now. */
  counting(sql: Sql, retailerId: string, questions: readonly ArrivalQuestion[]): Promise<ReadonlySet<string>> {
    return this.ask(sql, retailerId, questions, 'o.counted');
  }

  private async ask(
    sql: Sql,
    retailerId: string,
    questions: readonly ArrivalQuestion[],
    condition: string,
  ): Promise<ReadonlySet<string>> {
    if (questions.length === 0) return new Set();
    const rows = await sql.query<{ id: string }>(
      `SELECT wanted.id FROM unnest($2::uuid[], $3::timestamptz[]) AS wanted (id, since)
        WHERE ${orderArrivedAfter('wanted.id', 'wanted.since', condition)}`,
      [retailerId, questions.map(({ customerId }) => customerId), questions.map(({ since }) => since)],
    );
    return new Set(rows.map(({ id }) => id));
  }
}
