import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { isText, type Page, pageOf, readCursor } from '#libs/kernel';
import { In, MoreThan } from 'typeorm';
import type { ConsentDecision } from '../../stores/consents.js';
import { RETAILERS } from '../../retailers/retailers.sql.js';
import { ConsentWrite } from './consent-write.entity.js';

/** While a worker writes, no other worker takes the row. */
const TAKEN_MS = 5 * 60_000;
const TAKEN = columnsOf(ConsentWrite, 'w', [
  'retailerId',
  'externalId',
  'email',
  'marketing',
  'decidedAt',
  'status',
  'attempts',
]);

export type TakenWrite = Readonly<
  Pick<ConsentWrite, 'retailerId' | 'externalId' | 'email' | 'marketing' | 'decidedAt' | 'status' | 'attempts'>
>;

/** All reads and writes of decisions that stores do not have yet. */
@Injectable()
export class ConsentWritesRepository {
  constructor(private readonly database: Database) {}

  /** Puts the decisions in the queue. A newer decision of a customer replaces an older one. */
  async add(tx: Tx, retailerId: string, decisions: readonly ConsentDecision[]): Promise<void> {
    const sorted = decisions.toSorted((a, b) => (a.externalId < b.externalId ? -1 : 1));
    await tx.execute(
      `INSERT INTO consent_writes (retailer_id, external_id, email, marketing, decided_at, due_at)
       SELECT $1, *, $6 FROM unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[])
       ON CONFLICT (retailer_id, external_id) DO UPDATE
         SET email = excluded.email, marketing = excluded.marketing, decided_at = excluded.decided_at,
             status = 'waiting', attempts = 0, due_at = excluded.due_at, problem = NULL
       WHERE excluded.decided_at >= consent_writes.decided_at`,
      [
        retailerId,
        sorted.map(({ externalId }) => externalId),
        sorted.map(({ email }) => email),
        sorted.map(({ marketing }) => marketing),
        sorted.map(({ decidedAt }) => decidedAt),
        new Date(),
      ],
    );
  }

  /** Takes due decisions of a retailer. They are due again in five minutes, unless they are settled before. */
  take(retailerId: string, limit: number): Promise<TakenWrite[]> {
    const now = new Date();
    return this.database.of(retailerId).query<TakenWrite>(
      `UPDATE consent_writes w SET due_at = $3
        WHERE w.retailer_id = $1 AND w.external_id = ANY (ARRAY(
          SELECT external_id FROM consent_writes
           WHERE retailer_id = $1 AND status <> 'failed' AND due_at <= $2
           ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED))
       RETURNING ${TAKEN}`,
      [retailerId, now, new Date(now.getTime() + TAKEN_MS), limit],
    );
  }

  /** The store has the decision, or never will. A newer decision of the customer stays in the queue. */
  async done({ retailerId, externalId, decidedAt }: TakenWrite): Promise<void> {
    await this.database
      .of(retailerId)
      .using(ConsentWrite, (rows) => rows.delete({ retailerId, externalId, decidedAt }));
  }

  /** Puts the decision back, unless the customer has decided again. */
  async putBack(
    { retailerId, externalId, decidedAt }: TakenWrite,
    change: Pick<ConsentWrite, 'status' | 'attempts' | 'dueAt' | 'problem'>,
  ): Promise<void> {
    await this.database
      .of(retailerId)
      .using(ConsentWrite, (rows) => rows.update({ retailerId, externalId, decidedAt }, change));
  }

  /** Sorted by the customer's id on the platform. */
  async list(retailerId: string, limit: number, cursor?: string): Promise<Page<ConsentWrite>> {
    const [after] = readCursor(cursor, [isText]) ?? [];
    const rows = await this.database.of(retailerId).using(ConsentWrite, (writes) =>
      writes.find({
        where: { retailerId, ...(after === undefined ? {} : { externalId: MoreThan(after) }) },
        order: { externalId: 'ASC' },
        take: limit + 1,
      }),
    );
    return pageOf(rows, limit, ({ externalId }) => [externalId]);
  }

  async erase(tx: Tx, retailerId: string, externalIds: readonly string[], emails: readonly string[]): Promise<number> {
    return tx.execute(
      `DELETE FROM consent_writes
        WHERE retailer_id = $1 AND (external_id = ANY ($2::text[]) OR email = ANY ($3::text[]))`,
      [retailerId, externalIds, emails],
    );
  }

  ofCustomers(sql: Sql, retailerId: string, externalIds: readonly string[]): Promise<ConsentWrite[]> {
    return sql.using(ConsentWrite, (rows) => rows.findBy({ retailerId, externalId: In([...externalIds]) }));
  }

  /** Retailers with decisions that are due. */
  async retailersWithDue(): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ id: string }>(
      `SELECT r.id FROM ${RETAILERS} WHERE r.status = 'installed' AND EXISTS (
         SELECT 1 FROM consent_writes w WHERE w.retailer_id = r.id AND w.status <> 'failed' AND w.due_at <= $1)`,
      [new Date()],
    );
    return rows.map(({ id }) => id);
  }
}
