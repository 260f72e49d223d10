import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { ImportTenant } from '../commerce/imported/imported-orders.service.js';
import type { ImportedRecords } from '../commerce/imported/records.js';
import type { WrittenRow } from '../commerce/imported/written-rows.js';
import { WrittenRowsService } from '../commerce/imported/written-rows.service.js';
import { DryRunRowsRepository } from './dry-run-rows.repository.js';
import type { ImportKey } from './imports.repository.js';

/**
 * What a dry run remembers between its batches. Each batch is taken back, so a later batch first writes again what it
 * can meet of the earlier ones. The memory is rows of Postgres: one for each order and customer of the file.
 */
@Injectable()
export class DryRunsService {
  constructor(
    private readonly memory: DryRunRowsRepository,
    private readonly written: WrittenRowsService,
  ) {}

  /** Writes what earlier batches have left where these records look. */
  async recall(tx: Tx, found: ImportKey, tenant: ImportTenant, records: ImportedRecords): Promise<void> {
    const met = await this.written.met(tx, found.retailerId, records);
    await this.written.putBack(tx, tenant, await this.memory.recall(tx, found, met));
  }

  /** What the records have become, before their transaction is taken back. */
  rowsOf(tx: Tx, { retailerId }: ImportKey, records: ImportedRecords): Promise<WrittenRow[]> {
    return this.written.of(tx, retailerId, records);
  }

  remember(tx: Tx, found: ImportKey, rows: readonly WrittenRow[]): Promise<void> {
    return this.memory.remember(tx, found, rows);
  }
}
