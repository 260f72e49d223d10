import { Injectable } from '@nestjs/common';
import { PENDING_MESSAGE_IMAGES } from '../../email/images/message-images.sql.js';
import { Database, type Sql, upsert } from '#libs/database';
import { ImageTurn } from './image-turn.entity.js';

export type ImageWork = 'fetch' | 'render' | 'personal';

/** Tables and conditions of the rows that wait for a worker, including rows whose lease has ended. */
const WAITING: Readonly<Record<ImageWork, string>> = {
  fetch: `image_requests WHERE render_id IS NULL AND problem IS NULL AND due_at <= now()
            AND coalesce(leased_until < now(), true)`,
  render: `image_renders WHERE (status = 'queued' AND due_at <= now()) OR (status = 'rendering' AND leased_until < now())`,
  personal: `(SELECT retailer_id FROM personal_images WHERE status = 'queued' AND due_at <= now()
              UNION ALL SELECT retailer_id FROM ${PENDING_MESSAGE_IMAGES}) open`,
};

/** All SQL of turns: finds the retailers whose turn it is, records turns, and counts open work. */
@Injectable()
export class ImageTurnsRepository {
  constructor(private readonly database: Database) {}

  /**
   * At most 20 retailers with waiting work, without those in `besides`, ordered by the time of their last turn, oldest
   * first.
   */
  async next(work: ImageWork, besides: readonly string[]): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ retailerId: string }>(
      `SELECT w.retailer_id AS "retailerId" FROM (SELECT DISTINCT retailer_id FROM ${WAITING[work]}) w
         LEFT JOIN image_turns t ON t.retailer_id = w.retailer_id AND t.work = $1
        WHERE w.retailer_id <> ALL ($2::uuid[]) ORDER BY t.taken_at NULLS FIRST LIMIT 20`,
      [work, besides],
    );
    return rows.map(({ retailerId }) => retailerId);
  }

  async took(work: ImageWork, retailerId: string): Promise<void> {
    await this.database
      .of(retailerId)
      .using(ImageTurn, (turns) => upsert(turns, { retailerId, work, takenAt: new Date() }));
  }

  /** The number of the retailer's requests that wait for source images and of its unfinished renders. */
  async open(sql: Sql, retailerId: string): Promise<number> {
    const [row] = await sql.query<{ open: number }>(
      `SELECT ((SELECT count(*) FROM image_requests WHERE retailer_id = $1 AND render_id IS NULL AND problem IS NULL)
             + (SELECT count(*) FROM image_renders WHERE retailer_id = $1 AND status IN ('queued', 'rendering')))::int AS open`,
      [retailerId],
    );
    return row?.open ?? 0;
  }
}
