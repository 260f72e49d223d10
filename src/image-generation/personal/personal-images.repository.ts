import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Tx } from '#libs/database';
import type { ImageSpec } from '../renders/image-spec.js';
import type { RenderResult } from '../renders/render-result.js';
import { PersonalImageRow } from './personal-image.entity.js';

const OF_WANTED = ['id', 'status', 'problem', 'key', 'altText'] as const;
const OF_DRAWING = ['retailerId', 'id', 'requestId', 'content', 'attempts'] as const;

export type WantedImage = Readonly<Pick<PersonalImageRow, (typeof OF_WANTED)[number]>>;
export type BegunDrawing = Readonly<Pick<PersonalImageRow, (typeof OF_DRAWING)[number]>>;
export type NewPersonalImage = Readonly<Pick<PersonalImageRow, 'id' | 'requestId' | 'named' | 'content' | 'sortKey'>>;
export type Drawn = Readonly<Pick<PersonalImageRow, 'id' | 'status' | 'problem' | 'key' | 'altText'>>;

/** The rendered image of a request, which others are made after. */
export interface TemplateRender {
  readonly renderId: string;
  readonly spec: ImageSpec;
  readonly result: RenderResult;
}

const WANTED = columnsOf(PersonalImageRow, 'p', OF_WANTED);
const DRAWING = columnsOf(PersonalImageRow, 'p', OF_DRAWING);

/** All SQL of personal images. */
@Injectable()
export class PersonalImagesRepository {
  constructor(private readonly database: Database) {}

  /** Undefined unless the request is a banner that is ready. */
  async template(retailerId: string, requestId: string): Promise<TemplateRender | undefined> {
    const [row] = await this.database.of(retailerId).query<TemplateRender>(
      `SELECT r.id AS "renderId", r.spec, r.result FROM image_requests q
         JOIN image_renders r ON r.retailer_id = q.retailer_id AND r.id = q.render_id
        WHERE q.retailer_id = $1 AND q.id = $2 AND r.status = 'ready' AND r.kind = 'banner'`,
      [retailerId, requestId],
    );
    return row;
  }

  /** Finds or creates the images. Their rows stay locked until the end, so that none is finished unseen. */
  async want(
    tx: Tx,
    retailerId: string,
    images: readonly NewPersonalImage[],
    at: Date,
  ): Promise<Map<string, WantedImage>> {
    if (images.length === 0) return new Map();
    const rows = await tx.query<WantedImage>(
      `INSERT INTO personal_images AS p (retailer_id, id, request_id, named, content, sort_key, used_at)
       SELECT $1, id, request_id, named, content, sort_key, $3
         FROM json_to_recordset($2::json)
           AS r (id uuid, request_id uuid, named boolean, content jsonb, sort_key text)
        ORDER BY id
       ON CONFLICT (retailer_id, id) DO UPDATE SET used_at = excluded.used_at
       RETURNING ${WANTED}`,
      [
        retailerId,
        JSON.stringify(
          images.map(({ id, requestId, named, content, sortKey }) => ({
            id,
            request_id: requestId,
            named,
            content,
            sort_key: sortKey,
          })),
        ),
        at,
      ],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async find(retailerId: string, id: string): Promise<WantedImage | undefined> {
    const [row] = await this.database
      .of(retailerId)
      .query<WantedImage>(`SELECT ${WANTED} FROM personal_images p WHERE retailer_id = $1 AND id = $2`, [
        retailerId,
        id,
      ]);
    return row;
  }

  /** Begins images that are due at `at`. Until `until` no other worker begins them. */
  begin(retailerId: string, { at, until, limit }: { at: Date; until: Date; limit: number }): Promise<BegunDrawing[]> {
    return this.database.of(retailerId).query<BegunDrawing>(
      `WITH due AS MATERIALIZED (
         SELECT id FROM personal_images WHERE retailer_id = $1 AND status = 'queued' AND due_at <= $2
          ORDER BY request_id, sort_key, id LIMIT $4 FOR UPDATE SKIP LOCKED)
       UPDATE personal_images p SET due_at = $3, attempts = attempts + 1
         FROM due WHERE p.retailer_id = $1 AND p.id = due.id
       RETURNING ${DRAWING}`,
      [retailerId, at, until, limit],
    );
  }

  /** Returns the ids of the images that are still wanted. */
  async finish(tx: Tx, retailerId: string, drawn: readonly Drawn[]): Promise<Set<string>> {
    const rows = await tx.query<{ id: string }>(
      `UPDATE personal_images p SET status = r.status, problem = r.problem, key = r.key, alt_text = r.alt_text
         FROM json_to_recordset($2::json) AS r (id uuid, status text, problem text, key text, alt_text text)
        WHERE p.retailer_id = $1 AND p.id = r.id RETURNING p.id`,
      [retailerId, JSON.stringify(drawn.map(({ altText, ...image }) => ({ ...image, alt_text: altText })))],
    );
    return new Set(rows.map(({ id }) => id));
  }

  async isOpen(retailerId: string): Promise<boolean> {
    const rows = await this.database
      .of(retailerId)
      .query(`SELECT 1 FROM personal_images WHERE retailer_id = $1 AND status = 'queued' LIMIT 1`, [retailerId]);
    return rows.length > 0;
  }

  /** Deletes those of the images that name a person. Returns the files that no other image has. */
  async removeNamed(tx: Tx, retailerId: string, ids: readonly string[]): Promise<RemovedImages> {
    if (ids.length === 0) return { images: 0, files: [] };
    return this.remove(tx, retailerId, `named AND id = ANY ($2::uuid[])`, ids);
  }

  /** Deletes images that no recipient got since. */
  removeUnused(tx: Tx, retailerId: string, before: Date): Promise<RemovedImages> {
    return this.remove(tx, retailerId, 'used_at < $2', before);
  }

  async retailersWithUnused(before: Date): Promise<string[]> {
    const rows = await this.database.acrossRetailers.query<{ retailerId: string }>(
      `SELECT DISTINCT retailer_id AS "retailerId" FROM personal_images WHERE used_at < $1`,
      [before],
    );
    return rows.map(({ retailerId }) => retailerId);
  }

  /** How many different images a request has. */
  async count(retailerId: string, requestId: string): Promise<number> {
    const [row] = await this.database
      .of(retailerId)
      .query<{ count: number }>(
        `SELECT count(*)::int AS count FROM personal_images WHERE retailer_id = $1 AND request_id = $2 AND status = 'ready'`,
        [retailerId, requestId],
      );
    return row?.count ?? 0;
  }

  private async remove(
    tx: Tx,
    retailerId: string,
    which: string,
    value: Date | readonly string[],
  ): Promise<RemovedImages> {
    const rows = await tx.query<{ key: string | null }>(
      `DELETE FROM personal_images WHERE retailer_id = $1 AND ${which} RETURNING key`,
      [retailerId, value],
    );
    const keys = [...new Set(rows.flatMap(({ key }) => key ?? []))];
    const shared = await tx.query<{ key: string }>(
      `SELECT DISTINCT key FROM personal_images WHERE retailer_id = $1 AND key = ANY ($2)`,
      [retailerId, keys],
    );
    const kept = new Set(shared.map(({ key }) => key));
    return { images: rows.length, files: keys.filter((key) => !kept.has(key)) };
  }
}

export interface RemovedImages {
  readonly images: number;
  readonly files: readonly string[];
}
