import { Injectable } from '@nestjs/common';
import { lockExclusive, lockShared, type Sql, type Tx } from '#libs/database';
import { notFound, type Page } from '#libs/kernel';
import { LOCKS } from '../database/locks.js';
import type { RetailerView } from './retailer.dto.js';
import type { Platform, Retailer, RetailerSettings, RetailerStatus } from './retailer.entity.js';
import { type BrandName, type RetailerFilter, RetailersRepository } from './retailers.repository.js';

/** Retailers and their brands. */
@Injectable()
export class RetailersService {
  /** By id. A known retailer is never deleted and stays on its platform, so only unknown ids are queried again. */
  private readonly platforms = new Map<string, Platform>();

  constructor(private readonly repository: RetailersRepository) {}

  /** Whether a store with this id was ever installed. Runs for every delivery. */
  async isKnown(id: string): Promise<boolean> {
    return (await this.platformOf(id)) !== undefined;
  }

  /** Undefined for an unknown retailer. */
  async platformOf(id: string): Promise<Platform | undefined> {
    const known = this.platforms.get(id);
    if (known) return known;
    const platform = (await this.repository.find(id))?.platform;
    if (platform) this.platforms.set(id, platform);
    return platform;
  }

  find(id: string, sql?: Sql): Promise<Retailer | undefined> {
    return this.repository.find(id, sql);
  }

  /** The retailer, or 404. */
  async get(id: string): Promise<Retailer> {
    const retailer = await this.repository.find(id);
    if (!retailer) throw notFound('retailer');
    return retailer;
  }

  async view(id: string): Promise<RetailerView> {
    return this.withBrands(await this.get(id));
  }

  async list(filter: RetailerFilter, limit: number, cursor?: string): Promise<Page<RetailerView>> {
    const page = await this.repository.list(filter, limit, cursor);
    return { ...page, items: await Promise.all(page.items.map((retailer) => this.withBrands(retailer))) };
  }

  /** The brand with the id of its retailer, or 404. */
  brand(id: string): Promise<BrandName> {
    return this.repository.brand(id);
  }

  /**
   * The retailers whose records the transaction writes. Their settings stay the same until it ends: a change of
   * settings waits, so that no record is written under the earlier settings once the change has begun to take effect.
   */
  async forWriting(tx: Tx, ids: readonly string[]): Promise<Map<string, Retailer>> {
    await lockShared(tx, LOCKS.settings, ...ids.toSorted());
    return this.repository.findAll(tx, ids);
  }

  /** Changes the given settings. Waits for the transactions that write by the earlier settings. */
  async changeSettings(
    tx: Tx,
    id: string,
    change: RetailerSettings,
  ): Promise<{ readonly before: RetailerSettings; readonly after: RetailerSettings }> {
    await lockExclusive(tx, LOCKS.settings, id);
    const before = (await this.repository.findAll(tx, [id])).get(id)?.settings;
    if (!before) throw notFound('retailer');
    return { before, after: await this.repository.saveSettings(tx, id, change) };
  }

  /** Ends the installation. False if the store was installed again after `at`. */
  uninstall(tx: Tx, id: string, at: Date): Promise<boolean> {
    return this.repository.markUninstalled(tx, id, at);
  }

  /** Locks the installation's status until the transaction ends, so that no reinstall comes in between. */
  holdStatus(tx: Tx, id: string): Promise<RetailerStatus | undefined> {
    return this.repository.holdStatus(tx, id);
  }

  private async withBrands(retailer: Retailer): Promise<RetailerView> {
    const brands = await this.repository.brandsOf(retailer.id);
    return Object.assign(retailer, { brands: brands.map(({ id, name }) => ({ id, name })) });
  }
}
