import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { isInstant, isUuid, NO_RETAILER, type Page, pageOf, readCursor } from '#libs/kernel';

/** One entry of the log. */
export interface ActionView {
  readonly id: string;
  readonly at: Date;
  readonly subject: string;
  readonly action: string;
  readonly target: string;
  readonly retailerId: string | null;
  readonly requestId: string;
  readonly outcome: string;
}

export type NewAction = Omit<ActionView, 'id' | 'at'>;

export interface ActionFilter {
  readonly subject?: string | undefined;
  readonly action?: string | undefined;
  readonly retailerId?: string | undefined;
}

/** All SQL of the log of admins' actions. */
@Injectable()
export class AdminActionsRepository {
  constructor(private readonly database: Database) {}

  async append({ retailerId, subject, action, target, requestId, outcome }: NewAction): Promise<void> {
    await this.database.of(retailerId ?? NO_RETAILER).execute(
      `INSERT INTO admin_actions (retailer_id, id, subject, action, target, request_id, outcome)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [retailerId ?? NO_RETAILER, randomUUID(), subject, action, target, requestId, outcome],
    );
  }

  /** Newest first. */
  async list({ subject, action, retailerId }: ActionFilter, limit: number, cursor?: string): Promise<Page<ActionView>> {
    const [at, id] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await this.database.acrossRetailers.query<ActionView & { place: string }>(
      `SELECT id, at, subject, action, target, nullif(retailer_id, $1) AS "retailerId", request_id AS "requestId",
              outcome, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
         FROM admin_actions
        WHERE ($2::text IS NULL OR subject = $2) AND ($3::text IS NULL OR action = $3)
          AND ($4::uuid IS NULL OR retailer_id = $4) AND ($5::timestamptz IS NULL OR (at, id) < ($5, $6::uuid))
        ORDER BY at DESC, id DESC LIMIT $7`,
      [NO_RETAILER, subject ?? null, action ?? null, retailerId ?? null, at ?? null, id ?? null, limit + 1],
    );
    const page = pageOf(rows, limit, ({ place, id: last }) => [place, last]);
    return { ...page, items: page.items.map(({ place: _place, ...view }) => view) };
  }

  /** What is older than the log is kept; a rule of the table leaves everything younger. */
  async deleteExpired(): Promise<void> {
    await this.database.acrossRetailers.execute(`DELETE FROM admin_actions WHERE at < now() - interval '400 days'`);
  }
}
