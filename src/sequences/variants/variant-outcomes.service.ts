import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import {
  type CustomerChangeConsumer,
  CustomerChangeConsumersService,
} from '../../commerce/queries/customer-change-consumers.service.js';
import { FoldingHandler } from '../../lift/outcomes/folding.handler.js';
import { VariantOutcomesRepository } from './variant-outcomes.repository.js';

/** Keeps the sums of variants true: after each change of orders, when windows close, and after erasures. */
@Injectable()
export class VariantOutcomesService implements CustomerChangeConsumer, OnModuleInit {
  constructor(
    private readonly outcomes: VariantOutcomesRepository,
    private readonly changes: CustomerChangeConsumersService,
    private readonly folding: FoldingHandler,
  ) {}

  onModuleInit(): void {
    this.changes.register(this);
    this.folding.register(this.outcomes);
  }

  async consume(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<void> {
    await this.outcomes.refresh(tx, retailerId, await this.outcomes.lockOf(tx, retailerId, customerIds));
  }

  /** Deletes the units of these customers: they leave the counts. Returns the number of units. */
  async erase(tx: Tx, retailerId: string, customerIds: readonly string[]): Promise<number> {
    return this.outcomes.erase(tx, retailerId, await this.outcomes.lockOf(tx, retailerId, customerIds));
  }
}
