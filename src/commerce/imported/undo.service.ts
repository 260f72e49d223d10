import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { lockRetailer } from '../../database/retailer-locks.js';
import type { ImportTenant } from './imported-orders.service.js';
import { ImportedRecordsService } from './imported-records.service.js';
import { UndoRepository, type UndoStep } from './undo.repository.js';

const AT_ONCE = 2_000;

/** Where an undoing has come to. It may begin again at the beginning: what is done finds nothing. */
export interface UndoPlace {
  readonly phase: number;
  readonly after: string;
}

/** Takes an import back: orders and customers become what they were before it. */
@Injectable()
export class UndoService {
  private readonly phases: readonly ((tx: Tx, tenant: ImportTenant, after: string) => Promise<UndoStep>)[] = [
    (tx, tenant) => this.repository.restoreOrders(tx, tenant, AT_ONCE),
    (tx, tenant, after) => this.repository.deleteOrders(tx, tenant, after, AT_ONCE),
    (tx, tenant) => this.repository.restoreCustomers(tx, tenant, AT_ONCE),
    (tx, tenant, after) => this.repository.deleteCustomers(tx, tenant, after, AT_ONCE),
  ];

  constructor(
    private readonly repository: UndoRepository,
    private readonly records: ImportedRecordsService,
  ) {}

  /** One step, in the caller's transaction. Returns the place of the next step; undefined at the end. */
  async step(tx: Tx, tenant: ImportTenant, { phase, after }: UndoPlace): Promise<UndoPlace | undefined> {
    await lockRetailer(tx, 'commerce', tenant.retailerId);
    const step = await this.phases[phase]?.(tx, tenant, after);
    if (!step) return undefined;
    await this.records.settle(tx, tenant, step.touched);
    return step.next === null ? { phase: phase + 1, after: '' } : { phase, after: step.next };
  }

  /** Forgets what imports of long ago replaced. */
  forget(tx: Tx, retailerId: string, importIds: readonly string[]): Promise<void> {
    return this.repository.forget(tx, retailerId, importIds);
  }
}
