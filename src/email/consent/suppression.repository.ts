import { Injectable } from '@nestjs/common';
import { sha256Hex } from '#libs/crypto';
import type { Sql, Tx } from '#libs/database';
import { In, IsNull, MoreThan, Not } from 'typeorm';
import type { EmailEvent } from './email-event.entity.js';
import { Suppression, type SuppressionReason } from './suppression.entity.js';

/** The one spelling of an address that is stored and hashed. */
export const plainAddress = (address: string): string => address.trim().toLowerCase();

/** The hash of an address. It differs for each retailer, so that two retailers can't compare their lists. */
export const hashOf = (retailerId: string, address: string): string =>
  sha256Hex(`${retailerId}:${plainAddress(address)}`);

/** The same in SQL, for a customer of this alias. Addresses of customers are stored plain. */
export const hashOfCustomer = (alias: string): string =>
  `encode(sha256(convert_to(${alias}.retailer_id::text || ':' || ${alias}.email, 'UTF8')), 'hex')`;

/** An address that is to be suppressed. */
export interface ToSuppress {
  readonly email: string;
  readonly reason: string;
}

/** A suppression as admins see it. */
export type SuppressionView = Readonly<Pick<Suppression, 'email' | 'reason' | 'createdAt'>>;

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
  async reasonOf(sql: Sql, retailerId: string, address: string): Promise<string | undefined> {
    return (await this.find(sql, retailerId, address))?.reason;
  }

  async find(sql: Sql, retailerId: string, address: string): Promise<SuppressionView | undefined> {
    const addressHash = hashOf(retailerId, address);
    const row = await sql.using(Suppression, (suppressions) => suppressions.findOneBy({ retailerId, addressHash }));
    return row ?? undefined;
  }

  async suppress(sql: Sql, retailerId: string, address: string, reason: SuppressionReason): Promise<void> {
    await this.suppressAll(sql, retailerId, [{ email: address, reason }]);
  }

  /**
   * Suppresses the addresses and returns how many were not suppressed, or for another reason. Any other reason replaces
   * the person's own choice, which the person could take back. A row without an address stays so: its person was
   * erased. The rows are written in the order of their keys, so that two lists at once do not deadlock.
   */
  suppressAll(sql: Sql, retailerId: string, given: readonly ToSuppress[]): Promise<number> {
    const rows = new Map<string, ToSuppress>();
    for (const { email, reason } of given) {
      const hash = hashOf(retailerId, email);
      const before = rows.get(hash);
      if (!before || before.reason === 'unsubscribed') rows.set(hash, { email: plainAddress(email), reason });
    }
    const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return sql.execute(
      `INSERT INTO suppressions (retailer_id, address_hash, email, reason)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])
       ON CONFLICT (retailer_id, address_hash) DO UPDATE SET reason = excluded.reason
        WHERE suppressions.reason = 'unsubscribed' AND excluded.reason <> 'unsubscribed'
       RETURNING 1`,
      [
        retailerId,
        sorted.map(([hash]) => hash),
        sorted.map(([, { email }]) => email),
        sorted.map(([, { reason }]) => reason),
      ],
    );
  }

  /** False if the address is not suppressed. */
  async remove(sql: Sql, retailerId: string, address: string): Promise<boolean> {
    const addressHash = hashOf(retailerId, address);
    const { affected } = await sql.using(Suppression, (rows) => rows.delete({ retailerId, addressHash }));
    return affected === 1;
  }

  /** Sorted by hash. */
  async list(sql: Sql, retailerId: string, limit: number, after?: string): Promise<Suppression[]> {
    return sql.using(Suppression, (rows) =>
      rows.find({
        where: { retailerId, ...(after === undefined ? {} : { addressHash: MoreThan(after) }) },
        order: { addressHash: 'ASC' },
        take: limit,
      }),
    );
  }

  /** Removes the addresses from the rows, which stay. Returns how many had one. */
  async forgetAddresses(tx: Tx, retailerId: string, addresses: readonly string[]): Promise<number> {
    const addressHash = In(addresses.map((address) => hashOf(retailerId, address)));
    const named = { retailerId, addressHash, email: Not(IsNull()) };
    return (await tx.repository(Suppression).update(named, { email: null })).affected ?? 0;
  }

  /** What an export of a person's data says about these addresses. */
  async ofAddresses(sql: Sql, retailerId: string, addresses: readonly string[]): Promise<SuppressionView[]> {
    const addressHash = In(addresses.map((address) => hashOf(retailerId, address)));
    const rows = await sql.using(Suppression, (suppressions) => suppressions.findBy({ retailerId, addressHash }));
    return rows.map(({ email, reason, createdAt }) => ({ email, reason, createdAt }));
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
       ON CONFLICT (retailer_id, id) DO NOTHING RETURNING 1`,
      [event.retailerId, event.id, event.messageId, event.type, event.occurredAt],
    );
    return written > 0;
  }
}
