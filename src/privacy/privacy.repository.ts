import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Tx } from '#libs/database';
import { isInstant, isUuid, type Page, pageOf, readCursor } from '#libs/kernel';
import { PrivacyRequest, type Receipt, type StoredSubject } from './privacy-request.entity.js';
import { addCounts, type Counts } from '../personal-data/personal-data.service.js';

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
  'state',
  'attempts',
  'problem',
  'receivedAt',
  'finishedAt',
  'receipt',
] as const satisfies readonly (keyof PrivacyRequest)[];

/** A request as it comes; the rest has defaults. */
export type NewPrivacyRequest = Pick<
  PrivacyRequest,
  'retailerId' | 'id' | 'kind' | 'subject' | 'subjectHashes' | 'reference' | 'deliveryId' | 'receivedAt'
>;

/** A request that a run holds. */
export type ClaimedRequest = Pick<PrivacyRequest, (typeof OF_CLAIMED)[number]>;

/** A request as admins see it. */
export interface PrivacyRequestView extends Pick<PrivacyRequest, (typeof OF_VIEW)[number]> {
  /** The platform's id of the customer; null for a store, and once the person is erased. */
  readonly customerExternalId: string | null;
  /** Null where there is no export to fetch. */
  readonly exportExpiresAt: Date | null;
}

const VIEW = `${columnsOf(PrivacyRequest, 'r', OF_VIEW)}, r.subject #>> '{told,externalId}' AS "customerExternalId",
  e.expires_at AS "exportExpiresAt"`;
const WITH_EXPORT = `privacy_requests r LEFT JOIN privacy_exports e
  ON e.retailer_id = r.retailer_id AND e.request_id = r.id AND e.expires_at > now()`;
/** A run that says nothing for so long is dead, also where its worker lives. */
const LEASE = `interval '10 minutes'`;
const OF_REQUEST = `retailer_id = $1 AND id = $2`;

/** All reads and writes of privacy requests. Plain SQL where a lease decides and where exports are joined. */
@Injectable()
export class PrivacyRepository {
  constructor(private readonly database: Database) {}

  /** Takes a request down; one that is known stays, unless it was declined and is asked for again. */
  async insert(tx: Tx, request: NewPrivacyRequest): Promise<void> {
    const { retailerId, id, kind, subject, subjectHashes, reference, deliveryId, receivedAt } = request;
    await tx.execute(
      `INSERT INTO privacy_requests (retailer_id, id, kind, subject, subject_hashes, reference, delivery_id, received_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (retailer_id, id) DO UPDATE
         SET state = 'pending', due_at = excluded.due_at, attempts = 0, problem = NULL, receipt = NULL, finished_at = NULL
         WHERE privacy_requests.receipt ->> 'outcome' = 'kept'`,
      [retailerId, id, kind, JSON.stringify(subject), subjectHashes, reference, deliveryId, receivedAt],
    );
  }

  /** Takes a request that is due; undefined where there is none or another run has it. */
  async claim(retailerId: string, id: string, worker: string): Promise<ClaimedRequest | undefined> {
    const rows = await this.database.of(retailerId).query<ClaimedRequest>(
      `UPDATE privacy_requests r SET leased_by = $3, leased_until = now() + ${LEASE}
        WHERE ${OF_REQUEST} AND state = 'pending' AND due_at <= now()
          AND (leased_until IS NULL OR leased_until <= now())
       RETURNING ${columnsOf(PrivacyRequest, 'r', OF_CLAIMED)}`,
      [retailerId, id, worker],
    );
    return rows[0];
  }

  async saveSubject(tx: Tx, { retailerId, id }: ClaimedRequest, subject: StoredSubject): Promise<void> {
    await tx.repository(PrivacyRequest).update({ retailerId, id }, { subject });
  }

  /** Adds to what was removed, with the removal itself, and keeps the request with this run. */
  async progress(tx: Tx, { retailerId, id }: ClaimedRequest, removed: Counts): Promise<void> {
    const before = await this.lockRemoved(tx, retailerId, id);
    await tx.execute(`UPDATE privacy_requests SET removed = $3, leased_until = now() + ${LEASE} WHERE ${OF_REQUEST}`, [
      retailerId,
      id,
      JSON.stringify(addCounts(before, removed)),
    ]);
  }

  /**
   * Closes the request; nothing that names somebody stays with it, but the id under which an export is asked for. False
   * where it was closed meanwhile.
   */
  async finish(
    tx: Tx,
    { retailerId, id, subject }: ClaimedRequest,
    receipt: Omit<Receipt, 'removed'>,
  ): Promise<boolean> {
    const removed = await this.lockRemoved(tx, retailerId, id);
    const { told } = subject;
    const kept: StoredSubject =
      receipt.outcome === 'exported' && told ? { told: { ...told, email: null, phone: null, orderIds: [] } } : {};
    const closed = await tx.execute(
      `UPDATE privacy_requests
          SET state = 'done', subject = $3, removed = '{}', receipt = $4, problem = NULL, attempts = attempts + 1,
              finished_at = now(), leased_until = NULL
        WHERE ${OF_REQUEST} AND state = 'pending'`,
      [retailerId, id, JSON.stringify(kept), JSON.stringify({ ...receipt, removed })],
    );
    return closed > 0;
  }

  async recordFailure({ retailerId, id }: ClaimedRequest, problem: string, retryInMs: number): Promise<void> {
    await this.database.of(retailerId).execute(
      `UPDATE privacy_requests
          SET attempts = attempts + 1, problem = $3, due_at = now() + make_interval(secs => $4 / 1000.0),
              leased_until = NULL
        WHERE ${OF_REQUEST} AND state = 'pending'`,
      [retailerId, id, problem, retryInMs],
    );
  }

  /** Due ones that nobody took for two seconds. */
  forgotten(): Promise<{ retailerId: string; requestId: string }[]> {
    return this.database.acrossRetailers.query(
      `SELECT retailer_id AS "retailerId", id AS "requestId" FROM privacy_requests
        WHERE state = 'pending' AND due_at <= now() - interval '2 seconds'
          AND coalesce(leased_until <= now(), true) ORDER BY due_at LIMIT 100`,
    );
  }

  /** Newest first. */
  async list(retailerId: string | undefined, limit: number, cursor?: string): Promise<Page<PrivacyRequestView>> {
    const [receivedAt, id] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await this.database.acrossRetailers.query<PrivacyRequestView & { place: string }>(
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

  async find(id: string): Promise<PrivacyRequestView | undefined> {
    const rows = await this.database.acrossRetailers.query<PrivacyRequestView>(
      `SELECT ${VIEW} FROM ${WITH_EXPORT} WHERE r.id = $1`,
      [id],
    );
    return rows[0];
  }

  private async lockRemoved(tx: Tx, retailerId: string, id: string): Promise<Counts> {
    const row = await tx
      .repository(PrivacyRequest)
      .findOne({ where: { retailerId, id }, lock: { mode: 'pessimistic_write' } });
    return row?.removed ?? {};
  }
}
