import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { In } from 'typeorm';
import type { EmailOpen } from './email-open.entity.js';
import { LinkClick } from './link-click.entity.js';

/** A click without its retailer object. */
export type ClickRow = Omit<LinkClick, 'retailer'>;

/** All writes of clicks and opens. */
@Injectable()
export class ClicksRepository {
  constructor(private readonly database: Database) {}

  /** In the order of their numbers. The caller has locked the messages. */
  ofMessages(tx: Tx, retailerId: string, messageIds: readonly string[]): Promise<ClickRow[]> {
    return tx
      .repository(LinkClick)
      .find({ where: { retailerId, messageId: In(messageIds) }, order: { messageId: 'ASC', number: 'ASC' } });
  }

  async insert(tx: Tx, clicks: readonly ClickRow[]): Promise<void> {
    if (clicks.length > 0) await tx.repository(LinkClick).insert([...clicks]);
  }

  async setSigns(tx: Tx, retailerId: string, clicks: readonly ClickRow[]): Promise<void> {
    if (clicks.length === 0) return;
    await tx.execute(
      `UPDATE link_clicks c SET sign = r.sign
         FROM unnest($2::uuid[], $3::int[], $4::text[]) AS r (message_id, number, sign)
        WHERE c.retailer_id = $1 AND c.message_id = r.message_id AND c.number = r.number`,
      [
        retailerId,
        clicks.map(({ messageId }) => messageId),
        clicks.map(({ number }) => number),
        clicks.map(({ sign }) => sign),
      ],
    );
  }

  /** Only the first open of a message is kept. The caller has locked the message. */
  async open(
    tx: Tx,
    { retailerId, messageId, executionId, customerId, openedAt }: Omit<EmailOpen, 'retailer'>,
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO email_opens (retailer_id, message_id, execution_id, customer_id, opened_at)
       SELECT $1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::timestamptz
        WHERE NOT EXISTS (SELECT FROM email_opens WHERE retailer_id = $1 AND message_id = $2)
       ON CONFLICT DO NOTHING`,
      [retailerId, messageId, executionId, customerId, openedAt],
    );
  }

  /** Deletes rows one by one that go with no month: those from before months, and those that no month could take. */
  async deleteBefore(instant: Date): Promise<void> {
    const { acrossRetailers } = this.database;
    await acrossRetailers.execute(`DELETE FROM link_clicks WHERE clicked_at < $1`, [instant]);
    await acrossRetailers.execute(`DELETE FROM email_opens WHERE opened_at < $1`, [instant]);
  }
}
