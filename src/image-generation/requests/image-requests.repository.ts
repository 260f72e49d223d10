import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Tx } from '#libs/database';
import { isInstant, isUuid, notFound, type Page, pageOf, type Problem, readCursor } from '#libs/kernel';
import type { ImageRender } from '../renders/image-render.entity.js';
import type { RenderLink } from '../renders/image-renders.repository.js';
import type { ImageApproval } from './image-approval.entity.js';
import { ImageRequest } from './image-request.entity.js';

/** A request with the status and the result of its render. */
export interface ImageRow
  extends
    Pick<
      ImageRequest,
      'id' | 'brandId' | 'kind' | 'asked' | 'editOf' | 'cached' | 'problem' | 'createdAt' | 'finishedAt'
    >,
    Pick<ImageRender, 'status' | 'result'> {
  /** Null while the request has no render. */
  readonly provider: string | null;
  /**
   * US dollars booked for the provider's calls for this request; null if no call was booked, or if the request shares
   * the render of an earlier request.
   */
  readonly cost: string | null;
  /** Null until somebody decides. */
  readonly decision: (Pick<ImageApproval, 'approval' | 'note' | 'decidedBy'> & { readonly decidedAt: string }) | null;
}

/** Answers for requests of the retailer ($1). */
const viewOf = (
  requests: string,
): string => `SELECT q.id, q.brand_id AS "brandId", q.kind, q.asked, q.edit_of AS "editOf", q.cached, r.provider, r.result,
    CASE WHEN q.problem IS NOT NULL THEN 'failed' ELSE coalesce(r.status, 'queued') END AS status,
    coalesce(q.problem, r.problem) AS problem,
    CASE WHEN NOT q.cached THEN (
      SELECT sum(c.amount) FROM image_provider_calls c WHERE c.retailer_id = $1 AND c.render_id = q.render_id
    ) END AS cost,
    CASE WHEN a.approval IS NOT NULL THEN jsonb_build_object(
      'approval', a.approval, 'note', a.note, 'decidedBy', a.decided_by,
      'decidedAt', to_char(a.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) END AS decision,
    q.created_at AS "createdAt", coalesce(q.finished_at, CASE WHEN r.finished_at IS NOT NULL THEN greatest(r.finished_at, q.created_at) END)
      AS "finishedAt",
    to_char(q.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
  FROM ${requests} q LEFT JOIN image_renders r ON r.retailer_id = $1 AND r.id = q.render_id
    LEFT JOIN image_approvals a ON a.retailer_id = $1 AND a.request_id = q.id`;
const VIEW = viewOf('image_requests');

const OF_CLAIMED = ['retailerId', 'id', 'brandId', 'kind', 'spec', 'attempts', 'leasedBy'] as const;
const CLAIMED = columnsOf(ImageRequest, 'q', OF_CLAIMED);

/** A request whose source images one worker is fetching. `leasedBy` and `attempts` together name the run. */
export type ClaimedImageRequest = Pick<ImageRequest, (typeof OF_CLAIMED)[number]>;

export type NewImageRequest = Pick<
  ImageRequest,
  'retailerId' | 'id' | 'brandId' | 'kind' | 'spec' | 'asked' | 'editOf'
>;

/** `renderId` is null until all source images are fetched. */
type LinkedImageRequest = NewImageRequest & Pick<ImageRequest, 'renderId' | 'cached'>;

const INSERTED = 'retailer_id, id, brand_id, kind, spec, asked, edit_of';
const valuesOf = ({ retailerId, id, brandId, kind, spec, asked, editOf }: NewImageRequest) =>
  [retailerId, id, brandId, kind, JSON.stringify(spec), JSON.stringify(asked), editOf] as const;

const UNPREPARED = `render_id IS NULL AND problem IS NULL`;
const OWN = `retailer_id = $1 AND id = $2 AND leased_by = $3 AND attempts = $4 AND ${UNPREPARED}`;
const nameOf = ({ retailerId, id, leasedBy, attempts }: ClaimedImageRequest) =>
  [retailerId, id, leasedBy, attempts] as const;
/** A run renews its lease several times within this time. Another worker takes over a request whose lease has ended. */
export const REQUEST_LEASE_SECONDS = 20;

/** All SQL of requests. */
@Injectable()
export class ImageRequestsRepository {
  constructor(private readonly database: Database) {}

  /** Saves the request and returns it as `view` does, in one statement, because the answer may need nothing else. */
  async insert(tx: Tx, request: LinkedImageRequest): Promise<ImageRow> {
    const [row] = await tx.query<ImageRow>(
      `WITH made AS (
         INSERT INTO image_requests (${INSERTED}, render_id, cached)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING *)
       ${viewOf('made')}`,
      [...valuesOf(request), request.renderId, request.cached],
    );
    if (!row) throw notFound('image');
    return row;
  }

  /**
   * Saves a request whose render exists and returns it, in one statement, because most requests are repeated ones.
   * Undefined, and nothing is saved, where no render has this cache key.
   */
  async insertCached(request: NewImageRequest, cacheKey: string): Promise<ImageRow | undefined> {
    const [row] = await this.database.of(request.retailerId).query<ImageRow>(
      `WITH made AS (
         INSERT INTO image_requests (${INSERTED}, render_id, cached)
         SELECT $1, $2, $3, $4, $5, $6, $7, r.id, true FROM image_renders r WHERE r.retailer_id = $1 AND r.cache_key = $8
         RETURNING *)
       ${viewOf('made')}`,
      [...valuesOf(request), cacheKey],
    );
    return row;
  }

  /** The request. 404 if it does not exist or belongs to another retailer. */
  async view(retailerId: string, id: string): Promise<ImageRow> {
    const rows = isUuid(id)
      ? await this.database
          .of(retailerId)
          .query<ImageRow>(`${VIEW} WHERE q.retailer_id = $1 AND q.id = $2`, [retailerId, id])
      : [];
    if (!rows[0]) throw notFound('image');
    return rows[0];
  }

  /** The brand's ready images that nobody has judged, the newest first, at most a hundred. */
  async undecided(retailerId: string, brandId: string): Promise<string[]> {
    const rows = await this.database.of(retailerId).query<{ id: string }>(
      `SELECT q.id FROM image_requests q
         JOIN image_renders r ON r.retailer_id = q.retailer_id AND r.id = q.render_id AND r.status = 'ready'
        WHERE q.retailer_id = $1 AND q.brand_id = $2 AND NOT EXISTS (
          SELECT FROM image_approvals a WHERE a.retailer_id = q.retailer_id AND a.request_id = q.id)
        ORDER BY q.created_at DESC, q.id DESC LIMIT 100`,
      [retailerId, brandId],
    );
    return rows.map(({ id }) => id);
  }

  /** Newest first. */
  async list(retailerId: string, brandId: string, limit: number, cursor?: string): Promise<Page<ImageRow>> {
    const [time, id] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await this.database.of(retailerId).query<ImageRow & { place: string }>(
      `${VIEW} WHERE q.retailer_id = $1 AND q.brand_id = $2
          AND ($3::timestamptz IS NULL OR (q.created_at, q.id) < ($3::timestamptz, $4::uuid))
        ORDER BY q.created_at DESC, q.id DESC LIMIT $5`,
      [retailerId, brandId, time ?? null, id ?? null, limit + 1],
    );
    return pageOf(rows, limit, (row) => [row.place, row.id]);
  }

  /** Leases the retailer's request that has waited longest for its source images. */
  async claim(retailerId: string, worker: string): Promise<ClaimedImageRequest | undefined> {
    const [row] = await this.database.of(retailerId).query<ClaimedImageRequest>(
      `UPDATE image_requests q SET attempts = attempts + 1, leased_by = $2, leased_until = now() + $3 * interval '1 second'
        WHERE retailer_id = $1 AND id = (
          SELECT id FROM image_requests
           WHERE retailer_id = $1 AND ${UNPREPARED} AND due_at <= now() AND (leased_until IS NULL OR leased_until < now())
           ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${CLAIMED}`,
      [retailerId, worker, REQUEST_LEASE_SECONDS],
    );
    return row;
  }

  async renew(request: ClaimedImageRequest): Promise<void> {
    await this.database
      .of(request.retailerId)
      .execute(`UPDATE image_requests SET leased_until = now() + $5 * interval '1 second' WHERE ${OWN}`, [
        ...nameOf(request),
        REQUEST_LEASE_SECONDS,
      ]);
  }

  /** Links the request to its render. Does nothing if another run has taken over the request. */
  async setRender(tx: Tx, request: ClaimedImageRequest, { renderId, cached }: RenderLink): Promise<void> {
    await tx.execute(
      `UPDATE image_requests SET render_id = $5, cached = $6, leased_by = NULL, leased_until = NULL WHERE ${OWN}`,
      [...nameOf(request), renderId, cached],
    );
  }

  async fail(request: ClaimedImageRequest, problem: Problem): Promise<void> {
    await this.database
      .of(request.retailerId)
      .execute(
        `UPDATE image_requests SET problem = $5, finished_at = now(), leased_by = NULL, leased_until = NULL WHERE ${OWN}`,
        [...nameOf(request), JSON.stringify(problem)],
      );
  }

  /** Ends the lease. The next attempt may begin after so many milliseconds. */
  async postpone(request: ClaimedImageRequest, milliseconds: number): Promise<void> {
    await this.database.of(request.retailerId).execute(
      `UPDATE image_requests SET due_at = now() + $5 * interval '1 millisecond', leased_by = NULL, leased_until = NULL
        WHERE ${OWN}`,
      [...nameOf(request), milliseconds],
    );
  }

  /** Requests that have been due for two seconds without a lease: their job may be lost. */
  forgotten(): Promise<{ retailerId: string; id: string }[]> {
    return this.database.acrossRetailers.query(
      `SELECT retailer_id AS "retailerId", id FROM image_requests
        WHERE ${UNPREPARED} AND due_at < now() - interval '2 seconds' AND coalesce(leased_until < now(), true)
        ORDER BY due_at LIMIT 100`,
    );
  }
}
