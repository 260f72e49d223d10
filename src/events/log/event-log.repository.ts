import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { In } from 'typeorm';
import { customerOf } from '../../commerce/storage/customers.sql.js';
import type { EventType, NewEvent } from './event-types.js';
import { LoggedEvent } from './logged-event.entity.js';

const OF_EVENT = ['position', 'id', 'type', 'at', 'customerId', 'data'] as const;

export type EventRow = Readonly<Pick<LoggedEvent, (typeof OF_EVENT)[number]>> & {
  /** The platform's id of the customer. */
  readonly externalId: string | null;
};

export interface WantedEvents {
  /** Events after this position. */
  readonly after: string;
  /** Null means all. */
  readonly types: readonly EventType[] | null;
  readonly limit: number;
}

/** The ends of a retailer's log. */
export interface LogEnds {
  readonly position: string;
  readonly forgotten: string;
}

/** All SQL of the log of events. */
@Injectable()
export class EventLogRepository {
  constructor(private readonly database: Database) {}

  /**
   * Appends the events, in their order. Holds the end of the log until the transaction ends, so it is the last
   * statement of a transaction. Returns whether an endpoint of the retailer is enabled.
   */
  async append(tx: Tx, retailerId: string, events: readonly NewEvent[]): Promise<boolean> {
    const rows = events.map(({ id = randomUUID(), type, at, customerId, data }, index) => ({
      place: index + 1,
      id,
      type,
      at,
      customer: customerId,
      data,
    }));
    const [row] = await tx.query<{ heard: boolean }>(
      `WITH head AS (
         INSERT INTO event_heads AS h (retailer_id, position) VALUES ($1, $2::bigint)
         ON CONFLICT (retailer_id) DO UPDATE SET position = h.position + excluded.position
         RETURNING position), written AS (
       INSERT INTO events (retailer_id, position, id, type, at, customer_id, data)
       SELECT $1, head.position - $2::bigint + r.place, r.id, r.type, r.at, r.customer, r.data
         FROM head CROSS JOIN json_to_recordset($3::json)
           AS r (place int, id uuid, type text, at timestamptz, customer uuid, data jsonb)
       ON CONFLICT (retailer_id, id) DO NOTHING)
       SELECT count(*) > 0 AS heard FROM event_endpoints WHERE retailer_id = $1 AND enabled`,
      [retailerId, rows.length, JSON.stringify(rows)],
    );
    return row?.heard === true;
  }

  /** In their order. */
  list(sql: Sql, retailerId: string, { after, types, limit }: WantedEvents): Promise<EventRow[]> {
    return sql.query<EventRow>(
      `SELECT ${columnsOf(LoggedEvent, 'e', OF_EVENT)}, c.external_id AS "externalId"
         FROM events e LEFT ${customerOf('e')}
        WHERE e.retailer_id = $1 AND e.position > $2::bigint AND ($3::text[] IS NULL OR e.type = ANY ($3::text[]))
        ORDER BY e.position LIMIT $4`,
      [retailerId, after, types, limit],
    );
  }

  /** The event with that id. */
  async find(sql: Sql, retailerId: string, id: string): Promise<EventRow | undefined> {
    const [row] = await sql.query<EventRow>(
      `SELECT ${columnsOf(LoggedEvent, 'e', OF_EVENT)}, c.external_id AS "externalId"
         FROM events e LEFT ${customerOf('e')} WHERE e.retailer_id = $1 AND e.id = $2`,
      [retailerId, id],
    );
    return row;
  }

  async ends(sql: Sql, retailerId: string): Promise<LogEnds> {
    const [row] = await sql.query<{ position: string; forgotten: string }>(
      `SELECT position, forgotten FROM event_heads WHERE retailer_id = $1`,
      [retailerId],
    );
    return row ?? { position: '0', forgotten: '0' };
  }

  /** Deletes the events that were recorded before the instant, and remembers up to which position. */
  async deleteBefore(instant: Date): Promise<void> {
    await this.database.acrossRetailers.execute(
      `WITH gone AS (DELETE FROM events WHERE recorded_at < $1 RETURNING retailer_id, position)
       UPDATE event_heads h SET forgotten = greatest(h.forgotten, last.position)
         FROM (SELECT retailer_id, max(position) AS position FROM gone GROUP BY retailer_id) last
        WHERE h.retailer_id = last.retailer_id`,
      [instant],
    );
  }

  ofCustomers(sql: Sql, retailerId: string, customerIds: readonly string[]): Promise<LoggedEvent[]> {
    const where = { retailerId, customerId: In(customerIds) };
    return sql.using(LoggedEvent, (rows) => rows.find({ where, order: { position: 'ASC' } }));
  }

  async eraseCustomers(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<number> {
    const { affected } = await tx.repository(LoggedEvent).delete({ retailerId, customerId: In(customerIds) });
    return affected ?? 0;
  }
}
