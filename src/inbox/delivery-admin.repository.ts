import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '#libs/database';
import { isInstant, isUuid, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import { RETAILERS, retailerOf } from '../retailers/retailers.sql.js';
import { Delivery, type DeliveryStatus } from './delivery.entity.js';
import { deliveryProblemParts } from './delivery-problems.js';
import type { DeliveryAnswer } from './inbox.dto.js';
import type { ClaimedDelivery } from './inbox.repository.js';

export interface DeliveryFilter {
  readonly retailerId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
}

const VIEW = `${columnsOf(Delivery, 'd', ['id', 'retailerId', 'topic', 'deliveryId', 'status', 'attempts', 'receivedAt', 'processedAt', 'problem', 'emptiedAt'])}, r.platform`;
/** Every key begins with the retailer, so a lookup by id alone is one index probe for each retailer. */
const BY_ID = `FROM ${RETAILERS} JOIN deliveries d ON d.retailer_id = r.id AND d.id = $1`;

/** Newest first: reads one page of each retailer from its index, then keeps the newest of all. */
const listText = (status: DeliveryStatus | undefined): string => {
  // The status is a literal, because Postgres uses no partial index for a parameter.
  const condition = status ? `AND status = '${status}'` : '';
  return `SELECT ${VIEW}, to_char(d.received_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
     FROM ${RETAILERS} CROSS JOIN LATERAL (
       SELECT * FROM deliveries
        WHERE retailer_id = r.id ${condition} AND ($2::timestamptz IS NULL OR (received_at, id) < ($2, $3::uuid))
        ORDER BY received_at DESC, id DESC LIMIT $4) d
    WHERE $1::uuid IS NULL OR r.id = $1
    ORDER BY d.received_at DESC, d.id DESC LIMIT $4`;
};
const LISTS = {
  all: listText(undefined),
  pending: listText('pending'),
  processed: listText('processed'),
  ignored: listText('ignored'),
  failed: listText('failed'),
} as const satisfies Record<DeliveryStatus | 'all', string>;

type StoredDelivery = Omit<DeliveryAnswer, 'problemParts'>;

const answerOf = (stored: StoredDelivery): DeliveryAnswer => ({
  ...stored,
  problemParts: deliveryProblemParts(stored.problem),
});

/** The SQL for reading and replaying deliveries. */
@Injectable()
export class DeliveryAdminRepository {
  constructor(private readonly database: Database) {}

  async list({ retailerId, status }: DeliveryFilter, limit: number, cursor?: string): Promise<Page<DeliveryAnswer>> {
    const [receivedAt, id] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await this.database.acrossRetailers.query<StoredDelivery & { place: string }>(LISTS[status ?? 'all'], [
      retailerId ?? null,
      receivedAt ?? null,
      id ?? null,
      limit + 1,
    ]);
    const placed = rows.map(({ place, ...view }) => ({ place, view }));
    const page = pageOf(placed, limit, ({ place, view }) => [place, view.id]);
    return { ...page, items: page.items.map(({ view }) => answerOf(view)) };
  }

  /** How many deliveries of the retailer have failed. */
  async failedOf(retailerId: string): Promise<number> {
    const [row] = await this.database
      .of(retailerId)
      .query<{ failed: number }>(
        `SELECT count(*)::int AS failed FROM deliveries WHERE retailer_id = $1 AND status = 'failed'`,
        [retailerId],
      );
    return row?.failed ?? 0;
  }

  /** The delivery, or 404. */
  async get(id: string): Promise<DeliveryAnswer> {
    const [row] = isUuid(id)
      ? await this.database.acrossRetailers.query<StoredDelivery>(`SELECT ${VIEW} ${BY_ID}`, [id])
      : [];
    if (!row) throw notFound('delivery');
    return answerOf(row);
  }

  /** The delivery with its body, not locked. */
  async read({ retailerId, id }: DeliveryAnswer): Promise<ClaimedDelivery> {
    const [row] = await this.database.of(retailerId).query<ClaimedDelivery>(
      `SELECT d.retailer_id AS "retailerId", d.id, r.platform, d.topic, d.triggered_at AS "triggeredAt",
              d.received_at AS "receivedAt", d.attempts, d.body
         FROM deliveries d ${retailerOf('d')} WHERE d.retailer_id = $1 AND d.id = $2`,
      [retailerId, id],
    );
    if (!row) throw notFound('delivery');
    return row;
  }

  /** Makes the delivery due like a new one. False where it is pending already, or its body was emptied meanwhile. */
  async reopen({ retailerId, id }: DeliveryAnswer): Promise<boolean> {
    const written = await this.database.of(retailerId).execute(
      `UPDATE deliveries SET status = 'pending', due_at = now(), attempts = 0, processed_at = NULL, problem = NULL
        WHERE retailer_id = $1 AND id = $2 AND status <> 'pending' AND emptied_at IS NULL`,
      [retailerId, id],
    );
    return written > 0;
  }
}
