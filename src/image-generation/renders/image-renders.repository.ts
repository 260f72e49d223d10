import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import type { Problem } from '#libs/kernel';
import type { ImageKind, ImageSpec } from './image-spec.js';
import type { RenderResult } from './render-result.js';

/** A render in the hands of one run. */
export interface RenderRun {
  readonly retailerId: string;
  readonly id: string;
  readonly kind: ImageKind;
  readonly spec: ImageSpec;
  /** Runs so far, this one included: with the worker it names the run. */
  readonly attempts: number;
  /** The worker that runs it. */
  readonly leasedBy: string;
}

export interface WantedRender {
  readonly retailerId: string;
  readonly cacheKey: string;
  readonly provider: string;
  readonly spec: ImageSpec;
}

const OWN = `retailer_id = $1 AND id = $2 AND leased_by = $3 AND attempts = $4 AND status = 'rendering'`;
const nameOf = ({ retailerId, id, leasedBy, attempts }: RenderRun) => [retailerId, id, leasedBy, attempts] as const;
/** Renewed several times in it; a run whose process was killed is taken over after it. */
export const LEASE_SECONDS = 20;
const ATTEMPTS = 3;

/** All SQL of renders. The unique cache key decides between requests that come at once, in whatever process. */
@Injectable()
export class ImageRendersRepository {
  constructor(private readonly database: Database) {}

  /** The render of this key; a new one where there is none. */
  async findOrCreate(tx: Tx, wanted: WantedRender): Promise<{ renderId: string; cached: boolean }> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const [known] = await tx.query<{ id: string }>(
        `SELECT id FROM image_renders WHERE retailer_id = $1 AND cache_key = $2`,
        [wanted.retailerId, wanted.cacheKey],
      );
      if (known) return { renderId: known.id, cached: true };
      const created = await this.create(tx, wanted);
      if (created) return { renderId: created, cached: false };
      // Another request was faster; its render may have failed in the meantime, and then the key is free again.
    }
    throw new Error('the cache key of a render kept changing hands');
  }

  /** Takes the retailer's render that waits longest, or whose run is dead. */
  async claim(retailerId: string, worker: string): Promise<RenderRun | undefined> {
    const [row] = await this.database.of(retailerId).query<RenderRun>(
      `UPDATE image_renders
          SET status = 'rendering', attempts = attempts + 1, leased_by = $2, leased_until = now() + $3 * interval '1 second'
        WHERE retailer_id = $1 AND id = (
          SELECT id FROM image_renders
           WHERE retailer_id = $1
             AND ((status = 'queued' AND due_at <= now()) OR (status = 'rendering' AND leased_until < now()))
           ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING retailer_id AS "retailerId", id, kind, spec, attempts, leased_by AS "leasedBy"`,
      [retailerId, worker, LEASE_SECONDS],
    );
    return row;
  }

  /** False where the run was taken for dead: what it still does must have no effect. */
  async renew(run: RenderRun): Promise<boolean> {
    const written = await this.database
      .of(run.retailerId)
      .execute(`UPDATE image_renders SET leased_until = now() + $5 * interval '1 second' WHERE ${OWN}`, [
        ...nameOf(run),
        LEASE_SECONDS,
      ]);
    return written > 0;
  }

  /** Whether the run still holds the render; held until the transaction ends. */
  async isHeld(tx: Tx, run: RenderRun): Promise<boolean> {
    return (await tx.query(`SELECT 1 FROM image_renders WHERE ${OWN} FOR UPDATE`, nameOf(run))).length > 0;
  }

  async finish(run: RenderRun, result: RenderResult): Promise<void> {
    await this.database.of(run.retailerId).execute(
      `UPDATE image_renders SET status = 'ready', result = $5, finished_at = now(), leased_by = NULL, leased_until = NULL
        WHERE ${OWN}`,
      [...nameOf(run), JSON.stringify(result)],
    );
  }

  /** For good, for the requests that wait; the key is free for the next request. */
  async fail(run: RenderRun, problem: Problem): Promise<void> {
    await this.database.of(run.retailerId).execute(
      `UPDATE image_renders SET status = 'failed', problem = $5, cache_key = NULL, finished_at = now(), leased_by = NULL,
              leased_until = NULL
        WHERE ${OWN}`,
      [...nameOf(run), JSON.stringify(problem)],
    );
  }

  /** Another run in so many milliseconds. */
  async postpone(run: RenderRun, milliseconds: number): Promise<void> {
    await this.database.of(run.retailerId).execute(
      `UPDATE image_renders SET status = 'queued', due_at = now() + $5 * interval '1 millisecond', leased_by = NULL,
              leased_until = NULL
        WHERE ${OWN}`,
      [...nameOf(run), milliseconds],
    );
  }

  /** Renders that are due, and those whose run has died. */
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
