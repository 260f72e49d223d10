import { Injectable } from '@nestjs/common';
import { sha256Hex } from '#libs/crypto';
import { type Sql } from '#libs/database';
import type { EmailEvent } from './email-event.entity.js';
import { Suppression, type SuppressionReason } from './suppression.entity.js';

/** The hash of an address. It differs for each retailer, so that two retailers can't compare their lists. */
const hashOf = (retailerId: string, address: string): string =>
  sha256Hex(`${retailerId}:${address.trim().toLowerCase()}`);

/** All reads and writes of suppressed addresses and of what providers report. */
@Injectable()
export class SuppressionRepository {
  /** Which of these addresses are suppressed. The query is plain SQL, because every batch of emails runs it. */
  async suppressed(sql: Sql, retailerId: string, addresses: readonly string[]): Promise<Set<string>> {
    const byHash = new Map(addresses.map((address) => [hashOf(retailerId, address), address]));
    const rows = await sql.query<{ hash: string }>(
      `SELECT address_hash AS hash FROM suppressions WHERE retailer_id = $1 AND address_hash = ANY ($2::text[])`,
      [retailerId, [...byHash.keys()]],
    );
    return new Set(rows.map(({ hash }) => byHash.get(hash) ?? ''));
  }

  /** Why the address is suppressed; undefined if it is not. */
  async reasonOf(sql: Sql, retailerId: string, address: string): Promise<SuppressionReason | undefined> {
    const addressHash = hashOf(retailerId, address);
    const row = await sql.using(Suppression, (suppressions) => suppressions.findOneBy({ retailerId, addressHash }));
    return row?.reason;
  }

  /**
   * Suppresses the address. A dead mailbox or a complaint replaces the person's own choice, which the person could take
   * back.
   */
  async suppress(sql: Sql, retailerId: string, address: string, reason: SuppressionReason): Promise<void> {
    await sql.execute(
      `INSERT INTO suppressions (retailer_id, address_hash, reason) VALUES ($1, $2, $3)
       ON CONFLICT (retailer_id, address_hash) DO UPDATE SET reason = excluded.reason
        WHERE suppressions.reason = 'unsubscribed'`,
      [retailerId, hashOf(retailerId, address), reason],
    );
  }

  /** Removes a suppression that was the person's own choice. A dead mailbox or a complaint stays. */
  async allowAgain(sql: Sql, retailerId: string, address: string): Promise<void> {
    const addressHash = hashOf(retailerId, address);
    await sql.using(Suppression, (suppressions) =>
      suppressions.delete({ retailerId, addressHash, reason: 'unsubscribed' }),
    );
  }

  /** Records the event. False if the event is known already, or if its message is unknown. */
  async recordEvent(sql: Sql, event: Omit<EmailEvent, 'receivedAt'>): Promise<boolean> {
    const written = await sql.execute(
      `INSERT INTO email_events (retailer_id, id, message_id, type, occurred_at)
       SELECT $1, $2, $3, $4, $5 WHERE EXISTS (SELECT 1 FROM messages WHERE retailer_id = $1 AND id = $3)
       ON CONFLICT (retailer_id, id) DO NOTHING`,
      [event.retailerId, event.id, event.messageId, event.type, event.occurredAt],
    );
    return written > 0;
  }
}
