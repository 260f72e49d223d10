import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Tx } from '#libs/database';
import type { Problem } from '#libs/kernel';
import { ImageRender } from './image-render.entity.js';
import type { RenderResult } from './render-result.js';

const OF_RUN = ['retailerId', 'id', 'spec', 'attempts', 'leasedBy'] as const;

/** A render that one worker has leased. `leasedBy` and `attempts` together name the run. */
export type RenderRun = Pick<ImageRender, (typeof OF_RUN)[number]>;

type WantedRender = Pick<ImageRender, 'retailerId' | 'provider' | 'spec'> & { readonly cacheKey: string };

/** The render that makes what a request asks for. */
export interface RenderLink {
  readonly renderId: string;
  /** The render existed before the request: it is finished or under way. */
  readonly cached: boolean;
}

/** A request whose image is ready. */
export interface FinishedRequest {
  readonly id: string;
  readonly brandId: string;
  readonly kind: string;
}

const OWN = `retailer_id = $1 AND id = $2 AND leased_by = $3 AND attempts = $4 AND status = 'rendering'`;
const nameOf = ({ retailerId, id, leasedBy, attempts }: RenderRun) => [retailerId, id, leasedBy, attempts] as const;
/** A run renews its lease several times within this time. Another worker takes over a run whose lease has ended. */
export const LEASE_SECONDS = 20;
const ATTEMPTS = 3;

/** All SQL of renders. The unique cache key makes concurrent requests of all processes share one render. */
@Injectable()
export class ImageRendersRepository {
  constructor(private readonly database: Database) {}

  /** The render with this cache key. It is created if none exists. */
  async findOrCreate(tx: Tx, wanted: WantedRender): Promise<RenderLink> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const [known] = await tx.query<{ id: string }>(
        `SELECT id FROM image_renders WHERE retailer_id = $1 AND cache_key = $2`,
        [wanted.retailerId, wanted.cacheKey],
      );
      if (known) return { renderId: known.id, cached: true };
      const created = await this.create(tx, wanted);
      if (created) return { renderId: created, cached: false };
      // Another request created the render first. If that render has failed since, its key is free again.
    }
    throw new Error('other requests created and lost the render of this cache key several times');
  }

  /** Leases the retailer's render that has been due longest, among those that wait and those whose lease has ended. */
  async claim(retailerId: string, worker: string): Promise<RenderRun | undefined> {
    const [row] = await this.database.of(retailerId).query<RenderRun>(
      `UPDATE image_renders r
          SET status = 'rendering', attempts = attempts + 1, leased_by = $2, leased_until = now() + $3 * interval '1 second'
        WHERE retailer_id = $1 AND id = (
          SELECT id FROM image_renders
           WHERE retailer_id = $1
             AND ((status = 'queued' AND due_at <= now()) OR (status = 'rendering' AND leased_until < now()))
           ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING ${columnsOf(ImageRender, 'r', OF_RUN)}`,
      [retailerId, worker, LEASE_SECONDS],
    );
    return row;
  }

  /** False if another worker has taken over the render: whatever this run still does must have no effect. */
  async renew(run: RenderRun): Promise<boolean> {
    const written = await this.database
      .of(run.retailerId)
      .execute(`UPDATE image_renders SET leased_until = now() + $5 * interval '1 second' WHERE ${OWN}`, [
        ...nameOf(run),
        LEASE_SECONDS,
      ]);
    return written > 0;
  }

  /** Whether the run still has the lease. Locks the render until the transaction ends. */
  async isHeld(tx: Tx, run: RenderRun): Promise<boolean> {
    return (await tx.query(`SELECT 1 FROM image_renders WHERE ${OWN} FOR UPDATE`, nameOf(run))).length > 0;
  }

  async finish(tx: Tx, run: RenderRun, result: RenderResult): Promise<readonly FinishedRequest[]> {
    const finished = await tx.execute(
      `UPDATE image_renders SET status = 'ready', result = $5, finished_at = now(), leased_by = NULL, leased_until = NULL
        WHERE ${OWN}`,
      [...nameOf(run), JSON.stringify(result)],
    );
    if (finished === 0) return [];
    return tx.query<FinishedRequest>(
      `SELECT id, brand_id AS "brandId", kind FROM image_requests WHERE retailer_id = $1 AND render_id = $2 ORDER BY id`,
      [run.retailerId, run.id],
    );
  }

  /** Fails the render for all requests that wait for it, and frees its cache key for the next request. */
  async fail(run: RenderRun, problem: Problem): Promise<void> {
    await this.database.of(run.retailerId).execute(
      `UPDATE image_renders SET status = 'failed', problem = $5, cache_key = NULL, finished_at = now(), leased_by = NULL,
              leased_until = NULL
        WHERE ${OWN}`,
      [...nameOf(run), JSON.stringify(problem)],
    );
  }

  /** Ends the lease. The next run may begin after so many milliseconds. */
  async postpone(run: RenderRun, milliseconds: number): Promise<void> {
    await this.database.of(run.retailerId).execute(
      `UPDATE image_renders SET status = 'queued', due_at = now() + $5 * interval '1 millisecond', leased_by = NULL,
              leased_until = NULL
        WHERE ${OWN}`,
      [...nameOf(run), milliseconds],
    );
  }

  /** Renders that are due, and renders whose lease has ended before they were finished. */
  forgotten(): Promise<{ retailerId: string; id: string }[]> {
    return this.database.acrossRetailers.query(
      `(SELECT retailer_id AS "retailerId", id FROM image_renders WHERE status = 'queued' AND due_at < now()
         ORDER BY due_at LIMIT 100)
       UNION ALL
       (SELECT retailer_id, id FROM image_renders WHERE status = 'rendering' AND leased_until < now() LIMIT 100)`,
    );
  }

  private async create(tx: Tx, { retailerId, cacheKey, provider, spec }: WantedRender): Promise<string | undefined> {
    const [row] = await tx.query<{ id: string }>(
      `INSERT INTO image_renders (retailer_id, id, cache_key, kind, provider, spec) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (retailer_id, cache_key) DO NOTHING RETURNING id`,
      [retailerId, randomUUID(), cacheKey, spec.kind, provider, JSON.stringify(spec)],
    );
    return row?.id;
  }
}
