import { Injectable } from '@nestjs/common';
import { Database, type Sql, type Tx } from '#libs/database';
import { In, IsNull } from 'typeorm';
import { customerOf } from '../../commerce/storage/customers.sql.js';
import { RETAILERS } from '../../retailers/retailers.sql.js';
import { ConfirmationRequest } from '../ledger/confirmation-request.entity.js';
import type { RowName } from '../ledger/message-id.js';
import { hashOf } from './suppression.repository.js';

/** A customer whose consent is unknown. */
export interface Unasked {
  readonly customerId: string;
  readonly email: string;
}

/** A request whose email is not in the ledger yet. */
export interface WaitingRequest {
  readonly addressHash: string;
  readonly brandId: string;
  readonly customerId: string;
  /** The customer's, BCP 47; null if unknown. */
  readonly language: string | null;
}

type Origin = Readonly<Pick<ConfirmationRequest, 'retailerId' | 'brandId' | 'executionId'>>;

/** All reads and writes of the requests for consent. */
@Injectable()
export class ConfirmationsRepository {
  constructor(private readonly database: Database) {}

  /** Records the requests, one for a person. False if all of them were asked before. */
  async request(tx: Tx, { retailerId, brandId, executionId }: Origin, people: readonly Unasked[]): Promise<boolean> {
    const rows = [...new Map(people.map((person) => [hashOf(retailerId, person.email), person]))];
    const sorted = rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
    const written = await tx.execute(
      `INSERT INTO confirmation_requests (retailer_id, brand_id, execution_id, requested_at, address_hash, customer_id)
       SELECT $1, $2, $3, $4, * FROM unnest($5::text[], $6::uuid[])
       ON CONFLICT (retailer_id, address_hash) DO NOTHING RETURNING 1`,
      [
        retailerId,
        brandId,
        executionId,
        new Date(),
        sorted.map(([hash]) => hash),
        sorted.map(([, { customerId }]) => customerId),
      ],
    );
    return written > 0;
  }

  /** Requests whose email is not in the ledger yet. */
  waiting(sql: Sql, retailerId: string, limit: number): Promise<WaitingRequest[]> {
    return sql.query<WaitingRequest>(
      `SELECT r.address_hash AS "addressHash", r.brand_id AS "brandId", r.customer_id AS "customerId", c.language
         FROM confirmation_requests r ${customerOf('r')}
        WHERE r.retailer_id = $1 AND r.message_id IS NULL ORDER BY r.requested_at, r.address_hash LIMIT $2`,
      [retailerId, limit],
    );
  }

  /** Locks those of the requests that still wait and that nobody else has locked. */
  async lock(tx: Tx, retailerId: string, requests: readonly WaitingRequest[]): Promise<WaitingRequest[]> {
    const rows = await tx.query<{ hash: string }>(
      `SELECT address_hash AS hash FROM confirmation_requests
        WHERE retailer_id = $1 AND address_hash = ANY ($2::text[]) AND message_id IS NULL
        ORDER BY address_hash FOR UPDATE SKIP LOCKED`,
      [retailerId, requests.map(({ addressHash }) => addressHash)],
    );
    const locked = new Set(rows.map(({ hash }) => hash));
    return requests.filter(({ addressHash }) => locked.has(addressHash));
  }

  async sent(tx: Tx, retailerId: string, addressHash: string, messageId: string): Promise<void> {
    await tx.repository(ConfirmationRequest).update({ retailerId, addressHash }, { messageId });
  }

  /** The person said yes with the link in this message. The first time counts. */
  async confirm(tx: Tx, { retailerId, id }: RowName, at: Date): Promise<void> {
    const where = { retailerId, messageId: id, confirmedAt: IsNull() };
    await tx.repository(ConfirmationRequest).update(where, { confirmedAt: at });
  }

  /** Removes the customer from the requests, which stay, so that the person is never asked again. */
  async erase(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<number> {
    const named = { retailerId, customerId: In([...customerIds]) };
    return (await tx.repository(ConfirmationRequest).update(named, { customerId: null })).affected ?? 0;
  }

  /** For an export of the person's data. */
  async ofCustomers(sql: Sql, retailerId: string, customerIds: readonly string[]) {
    const rows = await sql.using(ConfirmationRequest, (requests) =>
      requests.findBy({ retailerId, customerId: In([...customerIds]) }),
    );
    return rows.map(({ requestedAt, messageId, confirmedAt }) => ({ requestedAt, messageId, confirmedAt }));
  }

  async retailersWithWaiting(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT r.id FROM ${RETAILERS} WHERE EXISTS (
         SELECT 1 FROM confirmation_requests q
          WHERE q.retailer_id = r.id AND q.message_id IS NULL AND q.customer_id IS NOT NULL)`,
    );
    return rows.map(({ id }) => id);
  }
}
