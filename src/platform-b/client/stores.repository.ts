import { Injectable } from '@nestjs/common';
import { randomToken, SecretBox } from '#libs/crypto';
import { Database, type Tx, upsert } from '#libs/database';
import { MoreThan } from 'typeorm';
import { retailerOf } from '../../retailers/retailers.sql.js';
import { PlatformBStore } from './store.entity.js';
import { webhookTokenContext } from './webhook-token.sealed.js';

/** Reads and writes of `platform_b_stores`. Plain SQL increments a counter, and moves a time only forward. */
@Injectable()
export class PlatformBStoresRepository {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /** Saves an installed store. A reinstall keeps the webhook token, so that existing hooks are still accepted. */
  async save(tx: Tx, retailerId: string): Promise<void> {
    const webhookToken = this.box.seal(randomToken(), webhookTokenContext(retailerId));
    const fresh = { pausedUntil: null, failures: 0, readUntil: new Date() };
    await upsert(tx.repository(PlatformBStore), { retailerId, webhookToken, ...fresh }, [
      'pausedUntil',
      'failures',
      'readUntil',
    ]);
  }

  /** The token in the header of the store's hooks, unsealed; undefined for a store that never installed the app. */
  async webhookToken(retailerId: string): Promise<string | undefined> {
    const store = await this.find(retailerId);
    return store ? this.box.open(store.webhookToken, webhookTokenContext(retailerId)) : undefined;
  }

  async saveOrigin(retailerId: string, storefrontOrigin: string | null): Promise<void> {
    await this.database
      .of(retailerId)
      .using(PlatformBStore, (stores) => stores.update({ retailerId }, { storefrontOrigin }));
  }

  /** From now on the coupons of every order that counts are read. */
  async recordFreeShipping(retailerId: string): Promise<void> {
    await this.database
      .of(retailerId)
      .using(PlatformBStore, (stores) => stores.update({ retailerId }, { shipsFree: true }));
  }

  async shipsFree(retailerId: string): Promise<boolean> {
    return (await this.find(retailerId))?.shipsFree ?? false;
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

  /** The time of the last uninstall. Locks the row until the transaction ends. */
  async closedAt(tx: Tx, retailerId: string): Promise<Date | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.repository(PlatformBStore).findOne({ where: { retailerId }, lock }))?.closedAt ?? null;
  }

  async close(tx: Tx, retailerId: string, at: Date): Promise<void> {
    await tx.execute(
      `UPDATE platform_b_stores SET closed_at = greatest(closed_at, $2), storefront_origin = NULL WHERE retailer_id = $1`,
      [retailerId, at],
    );
  }

  /** No order of the store is read during the pause. */
  async pause(retailerId: string, milliseconds: number): Promise<void> {
    await this.database.of(retailerId).execute(
      `UPDATE platform_b_stores SET paused_until = greatest(paused_until, now() + $2 * interval '1 ms')
        WHERE retailer_id = $1`,
      [retailerId, milliseconds],
    );
  }

  /** Counts a failure of the store's API. Returns the number of failures in a row. */
  async recordFailure(retailerId: string): Promise<number> {
    const [row] = await this.database
      .of(retailerId)
      .query<{ failures: number }>(
        `UPDATE platform_b_stores SET failures = failures + 1 WHERE retailer_id = $1 RETURNING failures`,
        [retailerId],
      );
    return row?.failures ?? 1;
  }

  /** Ends the failures in a row, and the pause with them. */
  async recordSuccess(retailerId: string): Promise<void> {
    await this.database
      .of(retailerId)
      .using(PlatformBStore, (stores) =>
        stores.update({ retailerId, failures: MoreThan(0) }, { failures: 0, pausedUntil: null }),
      );
  }

  /** The time up to which the store's changes were read. */
  async readUntil(retailerId: string): Promise<Date | undefined> {
    return (await this.find(retailerId))?.readUntil;
  }

  async markRead(retailerId: string, until: Date): Promise<void> {
    await this.database
      .of(retailerId)
      .execute(`UPDATE platform_b_stores SET read_until = greatest(read_until, $2) WHERE retailer_id = $1`, [
        retailerId,
        until,
      ]);
  }

  private find(retailerId: string): Promise<PlatformBStore | null> {
    return this.database.of(retailerId).using(PlatformBStore, (stores) => stores.findOneBy({ retailerId }));
  }
}
