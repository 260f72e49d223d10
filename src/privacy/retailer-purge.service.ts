import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { RetailersService } from '../retailers/retailers.service.js';
import { CatalogueSearchRepository } from './catalogue-search.repository.js';
import { LeftBehind } from './left-behind.js';
import { type ClaimedRequest, PrivacyRepository } from './privacy.repository.js';
import {
  addCounts,
  type Counts,
  PersonalDataService,
  type Removing,
  totalOf,
} from '../personal-data/personal-data.service.js';

const ROWS_AT_ONCE = 2_000;
const ROUNDS = 3;

/** The store is said to have left and is still being asked: the request is tried again until it has answered. */
class UninstallUnconfirmed extends Error {
  constructor() {
    super('the uninstall of the app is not confirmed by the store yet');
  }
}

/** Thrown out of a transaction that found the store installed again. */
class InstalledAgain extends Error {}

/**
 * Removes all that belongs to a store that left. In small transactions, so that nobody waits; in each of them the
 * installation is looked at again, and held but for files, so that a reinstall ends the purge at once and loses nothing of
 * its own.
 */
@Injectable()
export class RetailerPurgeService {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalDataService,
    private readonly retailers: RetailersService,
    private readonly repository: PrivacyRepository,
    private readonly search: CatalogueSearchRepository,
  ) {}

  /** Safe to run twice and to go on with after a crash. Also for other platforms and an uninstall of theirs. */
  async run(request: ClaimedRequest): Promise<void> {
    try {
      await this.purge(request);
    } catch (error) {
      if (!(error instanceof InstalledAgain)) throw error;
      if (await this.isLeaving(request.retailerId)) throw new UninstallUnconfirmed();
      await this.database.transaction(request.retailerId, (tx) =>
        this.repository.finish(tx, request, { outcome: 'kept', rescan: null }),
      );
    }
  }

  private async purge(request: ClaimedRequest): Promise<void> {
    let left: Counts = {};
    for (let round = 1; round <= ROUNDS; round += 1) {
      await this.whileGone(request, (tx) => this.retire(tx, request));
      for (const { tables, files } of this.personalData.downwards()) {
        for (const table of tables) {
          if (files?.[table]) await files[table](request.retailerId, this.removing(request));
          else await this.emptyTable(request, table);
        }
      }
      left = await this.finishIfClean(request);
      if (totalOf(left) === 0) return;
    }
    throw new LeftBehind(left);
  }

  private async isLeaving(retailerId: string): Promise<boolean> {
    for (const source of this.personalData.downwards()) if (await source.isLeaving?.(retailerId)) return true;
    return false;
  }

  private async retire(tx: Tx, request: ClaimedRequest): Promise<void> {
    for (const source of this.personalData.downwards()) {
      await this.repository.progress(tx, request, (await source.retire?.(tx, request.retailerId)) ?? {});
    }
  }

  private async emptyTable(request: ClaimedRequest, table: string): Promise<void> {
    let removed: number;
    do {
      removed = await this.whileGone(request, async (tx) => {
        const rows = await this.search.deleteSome(tx, table, request.retailerId, ROWS_AT_ONCE);
        if (rows > 0) await this.repository.progress(tx, request, { [table]: rows });
        return rows;
      });
    } while (removed > 0);
  }

  /**
   * The installation is looked at and not held: a storage takes its time, and a reinstall would wait for it. One that comes
   * after this look stores a file only behind the removal's lock, and so anew.
   */
  private removing(request: ClaimedRequest): Removing {
    return async (tx, removed) => {
      if ((await this.retailers.find(request.retailerId, tx))?.status === 'installed') throw new InstalledAgain();
      await this.repository.progress(tx, request, removed);
    };
  }

  private async finishIfClean(request: ClaimedRequest): Promise<Counts> {
    return this.whileGone(request, async (tx) => {
      const { tables, columns, found: rows } = await this.search.retailer(tx, request.retailerId, this.excepted());
      const found = addCounts(rows, await this.rescanSources(tx, request.retailerId));
      if (totalOf(found) > 0) return found;
      const rescan = { at: new Date().toISOString(), tables, columns, found };
      await this.repository.finish(tx, request, { outcome: 'erased', rescan });
      return {};
    });
  }

  /** Tables that outlive a purge, and those whose module looks for itself. */
  private excepted(): ReadonlySet<string> {
    const sources = this.personalData.downwards();
    return new Set(
      sources.flatMap((source) => [
        ...Object.keys(source.survives ?? {}),
        ...(source.rescanRetailer ? source.tables : []),
      ]),
    );
  }

  private async rescanSources(tx: Tx, retailerId: string): Promise<Counts> {
    const counts: Counts[] = [];
    for (const source of this.personalData.downwards()) {
      counts.push((await source.rescanRetailer?.(tx, retailerId)) ?? {});
    }
    return addCounts(...counts);
  }

  /** Only where the store is not installed, and none comes back before the commit. A store that refuses our token is gone. */
  private whileGone<T>({ retailerId }: ClaimedRequest, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction(retailerId, async (tx) => {
      if ((await this.retailers.holdStatus(tx, retailerId)) === 'installed') throw new InstalledAgain();
      return work(tx);
    });
  }
}
