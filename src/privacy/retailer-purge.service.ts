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

/**
 * The store was reported as gone and has not confirmed the uninstall yet. The request is retried until the store has.
 */
class UninstallUnconfirmed extends Error {
  constructor() {
    super('the store has not confirmed the uninstall of the app yet');
  }
}

/** Rolls back a transaction that found the store installed again. */
class InstalledAgain extends Error {}

/**
 * Removes the data of a store that has uninstalled the app, except tables that a source lists in `survives`. It works
 * in small transactions, so that other work does not wait. Each transaction checks the installation again and, except
 * for files, locks it. So a reinstall ends the purge at once and loses no data of its own.
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

  /** Idempotent, and continues after a crash. */
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
      for (const { tables, files } of this.personalData.forPurge()) {
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
    for (const source of this.personalData.forPurge()) if (await source.isLeaving?.(retailerId)) return true;
    return false;
  }

  private async retire(tx: Tx, request: ClaimedRequest): Promise<void> {
    for (const source of this.personalData.forPurge()) {
      await this.progress(tx, request, (await source.retire?.(tx, request.retailerId)) ?? {});
    }
  }

  private async emptyTable(request: ClaimedRequest, table: string): Promise<void> {
    let removed: number;
    do {
      removed = await this.whileGone(request, async (tx) => {
        const rows = await this.search.deleteSome(tx, table, request.retailerId, ROWS_AT_ONCE);
        await this.progress(tx, request, { [table]: rows });
        return rows;
      });
    } while (removed > 0);
  }

  /**
   * Checks the installation without a lock on it: a storage may be slow, and a reinstall would wait for it. A reinstall
   * after this check waits for the lock of the removal before it stores a file, and so stores the file again.
   */
  private removing(request: ClaimedRequest): Removing {
    return async (tx, removed) => {
      if ((await this.retailers.find(request.retailerId, tx))?.status === 'installed') throw new InstalledAgain();
      await this.progress(tx, request, removed);
    };
  }

  private progress(tx: Tx, request: ClaimedRequest, removed: Counts): Promise<void> {
    return this.repository.progress(tx, request.retailerId, [{ request, removed }]);
  }

  private async finishIfClean(request: ClaimedRequest): Promise<Counts> {
    return this.whileGone(request, async (tx) => {
      const {
        tables,
        columns,
        found: rows,
      } = await this.search.retailer(tx, request.retailerId, this.exceptedTables());
      const found = addCounts(rows, await this.rescanSources(tx, request.retailerId));
      if (totalOf(found) > 0) return found;
      const rescan = { at: new Date().toISOString(), tables, columns, found };
      await this.repository.finish(tx, request, { outcome: 'erased', rescan });
      return {};
    });
  }

  /** Tables that outlive a purge, and tables whose module searches them itself. */
  private exceptedTables(): ReadonlySet<string> {
    const sources = this.personalData.forPurge();
    return new Set(
      sources.flatMap((source) => [
        ...Object.keys(source.survives ?? {}),
        ...(source.rescanRetailer ? source.tables : []),
      ]),
    );
  }

  private async rescanSources(tx: Tx, retailerId: string): Promise<Counts> {
    const counts: Counts[] = [];
    for (const source of this.personalData.forPurge()) {
      counts.push((await source.rescanRetailer?.(tx, retailerId)) ?? {});
    }
    return addCounts(...counts);
  }

  /**
   * Runs `work` only while the store is not installed, and keeps a reinstall waiting until the commit. A store that
   * refuses our token counts as not installed.
   */
  private whileGone<T>({ retailerId }: ClaimedRequest, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.transaction(retailerId, async (tx) => {
      if ((await this.retailers.holdStatus(tx, retailerId)) === 'installed') throw new InstalledAgain();
      return work(tx);
    });
  }
}
