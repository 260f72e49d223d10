import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { CommerceService } from '../../commerce/commerce.service.js';
import { countingRules } from '../../commerce/count-order.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import type { OpenStore } from '../client/store.client.js';
import type { StorePage } from './store-page.js';

/** Writes what was read from a store's collections, each page together with the place that it was read to. */
@Injectable()
export class PlatformAStoreWriterService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly commerce: CommerceService,
  ) {}

  /**
   * The records and the new place in one transaction; false, and nothing is written, where the installation is over or
   * `advance` finds that another run is ahead of this one.
   */
  write(
    { retailer: { id: retailerId, installedAt } }: OpenStore,
    { records }: Pick<StorePage, 'records'>,
    cause: string,
    advance: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> {
    return this.database.transaction(retailerId, async (tx) => {
      const present = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
      if (present?.status !== 'installed' || present.installedAt.getTime() !== installedAt.getTime()) return false;
      if (!(await advance(tx))) return false;
      const rules = countingRules(present.settings);
      const commands = records.map((record) => ({ record, cause }));
      await this.commerce.apply(tx, { retailerId, rules }, commands);
      return true;
    });
  }
}
