import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '#libs/database';
import { isInstant, isUuid, NO_RETAILER, type Page, pageOf, readCursor } from '#libs/kernel';
import { LessThan } from 'typeorm';
import type { ActionAnswer } from './action.dto.js';
import { AdminAction } from './admin-action.entity.js';

export type NewAction = Omit<ActionAnswer, 'id' | 'at'>;

export interface ActionFilter {
  readonly subject?: string | undefined;
  readonly action?: string | undefined;
  readonly retailerId?: string | undefined;
}

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = 400 * DAY_MS;

/** All reads and writes of the log of admins' actions. */
@Injectable()
export class AdminActionsRepository {
  constructor(private readonly database: Database) {}

  async append(action: NewAction): Promise<void> {
    const retailerId = action.retailerId ?? NO_RETAILER;
    await this.database
      .of(retailerId)
      .using(AdminAction, (actions) => actions.insert({ ...action, retailerId, id: randomUUID() }));
  }

  /** Newest first. Plain SQL, because a page continues after an instant in microseconds. */
  async list(
    { subject, action, retailerId }: ActionFilter,
    limit: number,
    cursor?: string,
  ): Promise<Page<ActionAnswer>> {
    const [at, id] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await this.database.acrossRetailers.query<AdminAction & { readonly place: string }>(
      `SELECT ${columnsOf(AdminAction, 'a')}, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place
         FROM admin_actions a
        WHERE ($1::text IS NULL OR subject = $1) AND ($2::text IS NULL OR action = $2)
          AND ($3::uuid IS NULL OR retailer_id = $3) AND ($4::timestamptz IS NULL OR (at, id) < ($4, $5::uuid))
        ORDER BY at DESC, id DESC LIMIT $6`,
      [subject ?? null, action ?? null, retailerId ?? null, at ?? null, id ?? null, limit + 1],
    );
    const page = pageOf(rows, limit, ({ place, id: last }) => [place, last]);
    return { ...page, items: page.items.map(viewOf) };
  }

  /** Deletes entries that are older than 400 days; a rule of the table protects all others. */
  async deleteExpired(): Promise<void> {
    const at = LessThan(new Date(Date.now() - KEPT_MS));
    await this.database.acrossRetailers.using(AdminAction, (actions) => actions.delete({ at }));
  }
}

const viewOf = ({ place: _place, retailerId, ...action }: AdminAction & { readonly place: string }): ActionAnswer => ({
  ...action,
  retailerId: retailerId === NO_RETAILER ? null : retailerId,
});
