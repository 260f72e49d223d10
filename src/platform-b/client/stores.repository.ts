import { Injectable } from '@nestjs/common';
import { randomToken, SecretBox } from '#libs/crypto';
import { Database, type Tx } from '#libs/database';
import { retailerOf } from '../../retailers/retailers.sql.js';
import { webhookTokenContext } from './webhook-token.sealed.js';

/** What is kept of stores of platform B beside the retailer. */
@Injectable()
export class PlatformBStoresRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** A store is installed. One that is known keeps its secret, so that hooks of before go on being believed. */
  async save(tx: Tx, retailerId: string): Promise<void> {
    await tx.execute(
      `INSERT INTO platform_b_stores (retailer_id, webhook_token) VALUES ($1, $2)
       ON CONFLICT (retailer_id) DO UPDATE SET paused_until = NULL, failures = 0, read_until = excluded.read_until`,
      [retailerId, this.box.seal(randomToken(), webhookTokenContext(retailerId))],
    );
  }

  /** The secret in the header of the store's hooks, in the clear; undefined for a store that never installed us. */
  async webhookToken(retailerId: string): Promise<string | undefined> {
    const [row] = await this.database
      .of(retailerId)
      .query<{ token: string }>(`SELECT webhook_token AS token FROM platform_b_stores WHERE retailer_id = $1`, [
        retailerId,
      ]);
    return row && this.box.open(row.token, webhookTokenContext(retailerId));
  }

  async saveOrigin(retailerId: string, origin: string | null): Promise<void> {
    await this.database
      .of(retailerId)
      .execute(`UPDATE platform_b_stores SET storefront_origin = $2 WHERE retailer_id = $1`, [retailerId, origin]);
  }

  /** Whether the origin is the storefront of a store that is installed. */
  async isStorefront(origin: string): Promise<boolean> {
    const rows = await this.database.acrossRetailers.query(
      `SELECT 1 FROM platform_b_stores s ${retailerOf('s')}
        WHERE s.storefront_origin = $1 AND r.status <> 'uninstalled' LIMIT 1`,
      [origin],
    );
    return rows.length > 0;
  }

  /** Until when what the platform signed for the store opens nothing. Locks the row until the transaction ends. */
  async closedAt(tx: Tx, retailerId: string): Promise<Date | null> {
    const [row] = await tx.query<{ closedAt: Date | null }>(
      `SELECT closed_at AS "closedAt" FROM platform_b_stores WHERE retailer_id = $1 FOR UPDATE`,
      [retailerId],
    );
    return row?.closedAt ?? null;
  }

  /** The watermark of an uninstall only ever rises. */
  async close(tx: Tx, retailerId: string, at: Date): Promise<void> {
    await tx.execute(
      `UPDATE platform_b_stores SET closed_at = greatest(closed_at, $2), storefront_origin = NULL WHERE retailer_id = $1`,
      [retailerId, at],
    );
  }

  /** No order of the store is read for so long. */
  async pause(retailerId: string, milliseconds: number): Promise<void> {
    await this.database.of(retailerId).execute(
      `UPDATE platform_b_stores SET paused_until = greatest(paused_until, now() + $2 * interval '1 ms')
        WHERE retailer_id = $1`,
      [retailerId, milliseconds],
    );
  }

  /** Counts a time that the API was down; returns how many in a row these are. */
  async recordFailure(retailerId: string): Promise<number> {
    const [row] = await this.database
      .of(retailerId)
      .query<{ failures: number }>(
        `UPDATE platform_b_stores SET failures = failures + 1 WHERE retailer_id = $1 RETURNING failures`,
        [retailerId],
      );
    return row?.failures ?? 1;
  }

  /** The API answers: nothing is written where that is no news. */
  async recordSuccess(retailerId: string): Promise<void> {
    await this.database
      .of(retailerId)
      .execute(
        `UPDATE platform_b_stores SET failures = 0, paused_until = NULL WHERE retailer_id = $1 AND failures > 0`,
        [retailerId],
      );
  }

  /** Up to when changes of the store were looked at. */
  async readUntil(retailerId: string): Promise<Date | undefined> {
    const [row] = await this.database
      .of(retailerId)
      .query<{ readUntil: Date }>(`SELECT read_until AS "readUntil" FROM platform_b_stores WHERE retailer_id = $1`, [
        retailerId,
      ]);
    return row?.readUntil;
  }

  async markRead(retailerId: string, until: Date): Promise<void> {
    await this.database
      .of(retailerId)
      .execute(`UPDATE platform_b_stores SET read_until = greatest(read_until, $2) WHERE retailer_id = $1`, [
        retailerId,
        until,
      ]);
  }
}
