import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { In } from 'typeorm';
import { MessageImage, type OfferWords } from './message-image.entity.js';

const OF_ROW = ['executionId', 'customerId', 'requestId', 'status', 'key', 'altText'] as const;
const OF_WORK = ['retailerId', 'executionId', 'customerId', 'requestId', 'offer'] as const;

/** Names a row, beside its retailer. */
export type MessageImageName = Readonly<Pick<MessageImage, 'executionId' | 'customerId' | 'requestId'>>;

export type MessageImageRow = Readonly<Pick<MessageImage, (typeof OF_ROW)[number]>>;

/** A row that a worker has begun. */
export type BegunImage = Readonly<Pick<MessageImage, (typeof OF_WORK)[number]>>;

/** What a worker found for a row. */
export interface AssignedImage
  extends MessageImageName, Readonly<Pick<MessageImage, 'status' | 'reason' | 'imageId' | 'key' | 'altText'>> {}

/** What became of an image that recipients wait for. */
export type DrawnImage = Readonly<Pick<MessageImage, 'imageId' | 'status' | 'reason' | 'key' | 'altText'>>;

export type NewMessageImage = MessageImageName & Readonly<Pick<MessageImage, 'status' | 'dueAt'>>;

const ROW = columnsOf(MessageImage, 'i', OF_ROW);
const WORK = columnsOf(MessageImage, 'i', OF_WORK);
const NAMES = 'execution_id uuid, customer_id uuid, request_id uuid';
const SAME = `i.retailer_id = $1 AND i.execution_id = r.execution_id AND i.customer_id = r.customer_id
          AND i.request_id = r.request_id`;

const named = ({ executionId, customerId, requestId }: MessageImageName) => ({
  execution_id: executionId,
  customer_id: customerId,
  request_id: requestId,
});

/** All SQL of the personal images of recipients. */
@Injectable()
export class MessageImagesQueries {
  constructor(private readonly database: Database) {}

  /** Idempotent. */
  async insert(tx: Tx, retailerId: string, rows: readonly NewMessageImage[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `INSERT INTO message_images (retailer_id, execution_id, customer_id, request_id, status, due_at)
       SELECT $1, execution_id, customer_id, request_id, status, due_at
         FROM json_to_recordset($2::json)
           AS r (${NAMES}, status text, due_at timestamptz)
       ON CONFLICT (retailer_id, execution_id, customer_id, request_id) DO NOTHING`,
      [retailerId, JSON.stringify(rows.map((row) => ({ ...named(row), status: row.status, due_at: row.dueAt })))],
    );
  }

  /** The rows of recipients, many at a time. */
  of(
    retailerId: string,
    recipients: readonly { readonly executionId: string; readonly customerId: string | null }[],
  ): Promise<MessageImageRow[]> {
    return this.database.of(retailerId).query<MessageImageRow>(
      `SELECT ${ROW} FROM unnest($2::uuid[], $3::uuid[]) AS r (execution_id, customer_id)
         JOIN message_images i ON i.retailer_id = $1 AND i.execution_id = r.execution_id
          AND i.customer_id = r.customer_id`,
      [retailerId, recipients.map(({ executionId }) => executionId), recipients.map(({ customerId }) => customerId)],
    );
  }

  /** The offers are known now, so the images can be made. */
  async tell(
    retailerId: string,
    rows: readonly (MessageImageName & { readonly offer: OfferWords })[],
    at: Date,
  ): Promise<void> {
    if (rows.length === 0) return;
    await this.database.of(retailerId).execute(
      `UPDATE message_images i SET status = 'pending', offer = r.offer, due_at = $3
         FROM json_to_recordset($2::json) AS r (${NAMES}, offer jsonb)
        WHERE ${SAME} AND i.status = 'awaiting_code'`,
      [retailerId, JSON.stringify(rows.map((row) => ({ ...named(row), offer: row.offer }))), at],
    );
  }

  /** Recipients who see the image of the request, because theirs can't be had, or not in time. */
  async giveUp(retailerId: string, rows: readonly MessageImageName[], reason: string): Promise<void> {
    if (rows.length === 0) return;
    await this.database.of(retailerId).execute(
      `UPDATE message_images i SET status = 'fallback', reason = $3, offer = NULL
         FROM json_to_recordset($2::json) AS r (${NAMES})
        WHERE ${SAME} AND i.status <> 'ready'`,
      [retailerId, JSON.stringify(rows.map(named)), reason],
    );
  }

  /** Begins rows that are due at `at`. Until `until` no other worker begins them. */
  begin(retailerId: string, { at, until, limit }: { at: Date; until: Date; limit: number }): Promise<BegunImage[]> {
    return this.database.of(retailerId).query<BegunImage>(
      `WITH due AS MATERIALIZED (
         SELECT execution_id, customer_id, request_id FROM message_images
          WHERE retailer_id = $1 AND status = 'pending' AND due_at <= $2
          ORDER BY due_at LIMIT $4 FOR UPDATE SKIP LOCKED)
       UPDATE message_images i SET due_at = $3
         FROM due r
        WHERE ${SAME}
       RETURNING ${WORK}`,
      [retailerId, at, until, limit],
    );
  }

  /** The code is erased from the row, because the image has it. */
  async assign(tx: Tx, retailerId: string, rows: readonly AssignedImage[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `UPDATE message_images i
          SET status = r.status, reason = r.reason, image_id = r.image_id, key = r.key, alt_text = r.alt_text, offer = NULL
         FROM json_to_recordset($2::json) AS r (${NAMES}, status text,
              reason text, image_id uuid, key text, alt_text text)
        WHERE ${SAME} AND i.status = 'pending'`,
      [
        retailerId,
        JSON.stringify(
          rows.map((row) => ({
            ...named(row),
            status: row.status,
            reason: row.reason,
            image_id: row.imageId,
            key: row.key,
            alt_text: row.altText,
          })),
        ),
      ],
    );
  }

  async settle(tx: Tx, retailerId: string, images: readonly DrawnImage[]): Promise<void> {
    if (images.length === 0) return;
    await tx.execute(
      `UPDATE message_images i SET status = r.status, reason = r.reason, key = r.key, alt_text = r.alt_text
         FROM json_to_recordset($2::json) AS r (image_id uuid, status text, reason text, key text, alt_text text)
        WHERE i.retailer_id = $1 AND i.image_id = r.image_id AND i.status = 'drawing'`,
      [
        retailerId,
        JSON.stringify(
          images.map(({ imageId, altText, ...image }) => ({ ...image, image_id: imageId, alt_text: altText })),
        ),
      ],
    );
  }

  /** The images that recipients of these executions see, and nobody else. */
  async onlyOf(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT DISTINCT i.image_id AS id FROM message_images i
        WHERE i.retailer_id = $1 AND i.customer_id = ANY ($2::uuid[]) AND i.image_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM message_images o
                           WHERE o.retailer_id = $1 AND o.image_id = i.image_id AND o.customer_id <> ALL ($2::uuid[]))`,
      [retailerId, customerIds],
    );
    return rows.map(({ id }) => id);
  }

  /** How many recipients of images of a request are at each status, by the reason. */
  counts(retailerId: string, requestId: string): Promise<{ status: string; reason: string | null; count: number }[]> {
    return this.database.of(retailerId).query(
      `SELECT status, reason, count(*)::int AS count FROM message_images
        WHERE retailer_id = $1 AND request_id = $2 GROUP BY status, reason`,
      [retailerId, requestId],
    );
  }

  async ofCustomers(sql: Sql, retailerId: string, customerIds: readonly string[]): Promise<Record<string, unknown>[]> {
    const where = { retailerId, customerId: In([...customerIds]) };
    const found = await sql.using(MessageImage, (rows) =>
      rows.find({ where, order: { createdAt: 'ASC', executionId: 'ASC', requestId: 'ASC' } }),
    );
    return found.map(({ executionId, status, key, altText }) => ({ executionId, state: status, file: key, altText }));
  }

  async erase(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<number> {
    const where = { retailerId, customerId: In([...customerIds]) };
    return (await tx.repository(MessageImage).delete(where)).affected ?? 0;
  }

  /** Recipients whose emails are so old that nobody reads them again. */
  async deleteBefore(before: Date): Promise<void> {
    await this.database.acrossRetailers.execute(`DELETE FROM message_images WHERE created_at < $1`, [before]);
  }
}
