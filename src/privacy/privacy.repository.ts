import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Tx } from '#libs/database';
import { isInstant, isUuid, type Page, pageOf, readCursor } from '#libs/kernel';
import type { PrivacyRequestAnswer } from './privacy-request.dto.js';
import { PrivacyRequest, type StoredSubject } from './privacy-request.entity.js';
import type { Receipt } from './receipt.dto.js';
import { addCounts, type Counts, totalOf } from '../personal-data/personal-data.service.js';

const OF_CLAIMED = [
  'retailerId',
  'id',
  'kind',
  'subject',
  'subjectHashes',
  'reference',
  'attempts',
] as const satisfies readonly (keyof PrivacyRequest)[];
const OF_VIEW = [
  'id',
  'retailerId',
  'kind',
  'reference',
  'deliveryId',
  'status',
  'attempts',
  'problem',
  'receivedAt',
  'finishedAt',
  'receipt',
] as const satisfies readonly (keyof PrivacyRequest)[];

/** A new request; the other columns have defaults. */
export type NewPrivacyRequest = Pick<
  PrivacyRequest,
  'retailerId' | 'id' | 'kind' | 'subject' | 'subjectHashes' | 'reference' | 'deliveryId' | 'receivedAt'
>;

/** A request that a run has a lease on. */
export type ClaimedRequest = Pick<PrivacyRequest, (typeof OF_CLAIMED)[number]>;

/** What a transaction removed for a request. */
export interface Removal {
  readonly request: ClaimedRequest;
  readonly removed: Counts;
}

const VIEW = `${columnsOf(PrivacyRequest, 'r', OF_VIEW)}, r.subject #>> '{told,externalId}' AS "customerExternalId",
  e.expires_at AS "exportExpiresAt"`;
const WITH_EXPORT = `privacy_requests r LEFT JOIN privacy_exports e
  ON e.retailer_id = r.retailer_id AND e.request_id = r.id AND e.expires_at > now()`;
/** A run without progress for so long counts as dead, even if its worker lives. */
const LEASE = `interval '10 minutes'`;
const OF_REQUEST = `retailer_id = $1 AND id = $2`;

/** Reads and writes of privacy requests. Plain SQL where a lease is a condition and where exports are joined. */
@Injectable()
export class PrivacyRepository {
  constructor(private readonly database: Database) {}

  /** Inserts a request. A stored request is kept as it is, unless it ended with `kept` and is now asked for again. */
  async insert(tx: Tx, request: NewPrivacyRequest): Promise<void> {
    const { retailerId, id, kind, subject, subjectHashes, reference, deliveryId, receivedAt } = request;
    await tx.execute(
      `INSERT INTO privacy_requests (retailer_id, id, kind, subject, subject_hashes, reference, delivery_id, received_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (retailer_id, id) DO UPDATE
         SET status = 'pending', due_at = excluded.due_at, attempts = 0, problem = NULL, receipt = NULL, finished_at = NULL
         WHERE privacy_requests.receipt ->> 'outcome' = 'kept'`,
      [retailerId, id, kind, JSON.stringify(subject), subjectHashes, reference, deliveryId, receivedAt],
    );
  }

  /**
   * Takes the lease on a due request. Empty where it is not due or another run has the lease. With an erasure that was
   * not tried yet it takes the leases on up to `most` further ones: those can be carried out together. The commit does
   * not wait for the disk: after a crash of Postgres two runs may have the same request, which changes nothing.
   */
  claim(retailerId: string, id: string, worker: string, most: number): Promise<ClaimedRequest[]> {
    return this.database.step(retailerId, async (tx) => {
      const request = await this.claimOne(tx, retailerId, id, worker);
      if (!request) return [];
      if (request.kind !== 'customer_redact' || request.attempts > 0) return [request];
      return [request, ...(await this.claimErasures(tx, retailerId, worker, most))];
    });
  }

  private async claimOne(tx: Tx, retailerId: string, id: string, worker: string): Promise<ClaimedRequest | undefined> {
    const rows = await tx.query<ClaimedRequest>(
      `UPDATE privacy_requests r SET leased_by = $3, leased_until = now() + ${LEASE}
        WHERE ${OF_REQUEST} AND status = 'pending' AND due_at <= now()
          AND (leased_until IS NULL OR leased_until <= now())
       RETURNING ${columnsOf(PrivacyRequest, 'r', OF_CLAIMED)}`,
      [retailerId, id, worker],
    );
    return rows[0];
  }

  /** Takes the leases on erasures of the retailer that are due and were not tried yet, the oldest first. */
  private claimErasures(tx: Tx, retailerId: string, worker: string, most: number): Promise<ClaimedRequest[]> {
    return tx.query<ClaimedRequest>(
      `UPDATE privacy_requests r SET leased_by = $2, leased_until = now() + ${LEASE}
        WHERE r.retailer_id = $1 AND r.id = ANY (ARRAY(
          SELECT id FROM privacy_requests
           WHERE retailer_id = $1 AND kind = 'customer_redact' AND status = 'pending' AND attempts = 0 AND due_at <= now()
             AND (leased_until IS NULL OR leased_until <= now())
           ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED))
       RETURNING ${columnsOf(PrivacyRequest, 'r', OF_CLAIMED)}`,
      [retailerId, worker, most],
    );
  }

  /** Saves the subjects of requests of one retailer. */
  async saveSubjects(tx: Tx, retailerId: string, subjects: ReadonlyMap<string, StoredSubject>): Promise<void> {
    await tx.execute(
      `UPDATE privacy_requests r SET subject = named.subject
         FROM unnest($2::uuid[], $3::jsonb[]) AS named (id, subject) WHERE r.retailer_id = $1 AND r.id = named.id`,
      [retailerId, [...subjects.keys()], [...subjects.values()].map((subject) => JSON.stringify(subject))],
    );
  }

  /** Adds to the removed counts of requests of one retailer, in the transaction of the removal. */
  async progress(tx: Tx, retailerId: string, removals: readonly Removal[]): Promise<void> {
    const some = removals.filter(({ removed }) => totalOf(removed) > 0);
    if (some.length === 0) return;
    await tx.execute(
      `UPDATE privacy_requests r
          SET removed = (SELECT jsonb_object_agg(name, rows)
                           FROM (SELECT name, sum(rows::bigint) AS rows
                                   FROM (SELECT * FROM jsonb_each_text(r.removed)
                                          UNION ALL SELECT * FROM jsonb_each_text(more.removed)) AS counts (name, rows)
                                  GROUP BY name) sums)
         FROM unnest($2::uuid[], $3::jsonb[]) AS more (id, removed) WHERE r.retailer_id = $1 AND r.id = more.id`,
      [
        retailerId,
        some.map(({ request }) => request.id),
        some.map(({ removed }) => JSON.stringify(addCounts(removed))),
      ],
    );
  }

  async renew(tx: Tx, retailerId: string, requests: readonly ClaimedRequest[]): Promise<void> {
    await tx.execute(
      `UPDATE privacy_requests SET leased_until = now() + ${LEASE} WHERE retailer_id = $1 AND id = ANY ($2::uuid[])`,
      [retailerId, requests.map(({ id }) => id)],
    );
  }

  /**
   * Finishes the request and empties its subject; a request with an export keeps the customer's id. False where the
   * request was finished in the meantime.
   */
  async finish(
    tx: Tx,
    { retailerId, id, subject }: ClaimedRequest,
    receipt: Omit<Receipt, 'removed'>,
  ): Promise<boolean> {
    const { told } = subject;
    const kept: StoredSubject =
      receipt.outcome === 'exported' && told ? { told: { ...told, email: null, phone: null, orderIds: [] } } : {};
    const finished = await tx.execute(
      `UPDATE privacy_requests
          SET status = 'done', subject = $3, removed = '{}', receipt = jsonb_set($4::jsonb, '{removed}', removed),
              problem = NULL, attempts = attempts + 1, finished_at = now(), leased_until = NULL
        WHERE ${OF_REQUEST} AND status = 'pending'`,
      [retailerId, id, JSON.stringify(kept), JSON.stringify(receipt)],
    );
    return finished > 0;
  }

  async recordFailure({ retailerId, id }: ClaimedRequest, problem: string, retryInMs: number): Promise<void> {
    await this.database.of(retailerId).execute(
      `UPDATE privacy_requests
          SET attempts = attempts + 1, problem = $3, due_at = now() + make_interval(secs => $4 / 1000.0),
              leased_until = NULL
        WHERE ${OF_REQUEST} AND status = 'pending'`,
      [retailerId, id, problem, retryInMs],
    );
  }

  /** Requests that have been due for two seconds without a lease. */
  forgotten(): Promise<{ retailerId: string; requestId: string }[]> {
    return this.database.acrossRetailers.query(
      `SELECT retailer_id AS "retailerId", id AS "requestId" FROM privacy_requests
        WHERE status = 'pending' AND due_at <= now() - interval '2 seconds'
          AND coalesce(leased_until <= now(), true) ORDER BY due_at LIMIT 100`,
    );
  }

  /** The newest requests first. */
  async list(retailerId: string | undefined, limit: number, cursor?: string): Promise<Page<PrivacyRequestAnswer>> {
    const [receivedAt, id] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await this.database.acrossRetailers.query<PrivacyRequestAnswer & { place: string }>(
      `SELECT ${VIEW}, to_char(r.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
         FROM ${WITH_EXPORT}
        WHERE ($1::uuid IS NULL OR r.retailer_id = $1)
          AND ($2::timestamptz IS NULL OR (r.received_at, r.id) < ($2, $3::uuid))
        ORDER BY r.received_at DESC, r.id DESC LIMIT $4`,
      [retailerId ?? null, receivedAt ?? null, id ?? null, limit + 1],
    );
    const placed = rows.map(({ place, ...view }) => ({ place, view }));
    const page = pageOf(placed, limit, ({ place, view }) => [place, view.id]);
    return { ...page, items: page.items.map(({ view }) => view) };
  }

  async find(id: string): Promise<PrivacyRequestAnswer | undefined> {
    const rows = await this.database.acrossRetailers.query<PrivacyRequestAnswer>(
      `SELECT ${VIEW} FROM ${WITH_EXPORT} WHERE r.id = $1`,
      [id],
    );
    return rows[0];
  }
}
