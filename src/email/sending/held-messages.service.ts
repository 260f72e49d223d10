import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { every, Leases } from '#libs/durable-work';
import { Runtime } from '../../config/runtime.js';
import { type HeldMessage, LedgerRepository } from '../ledger/ledger.repository.js';
import { SendingMonthsRepository } from '../ledger/sending-months.repository.js';

/** Has the messages that this worker has leased, and renews their leases until the messages are released. */
@Injectable()
export class HeldMessagesService implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly held = new Map<string, HeldMessage>();
  private readonly leaseSeconds: number;
  private renewal: { stop(): void } | undefined;

  constructor(
    runtime: Runtime,
    private readonly leases: Leases,
    private readonly repository: LedgerRepository,
    private readonly months: SendingMonthsRepository,
  ) {
    this.leaseSeconds = runtime.config.email.leaseSeconds;
  }

  get worker(): string {
    return this.leases.worker;
  }

  onModuleInit(): void {
    this.leases.register('messages', `status IN ('queued', 'sending')`);
  }

  /** If a renewal fails, the lease runs out and another worker may lease the message. */
  onApplicationBootstrap(): void {
    this.renewal = every((this.leaseSeconds * 1_000) / 3, async () => {
      if (this.held.size === 0) return;
      await this.repository.renew(this.worker, [...this.held.values()], this.leaseSeconds);
    });
  }

  onModuleDestroy(): void {
    this.renewal?.stop();
  }

  /** Resolves once this worker may lease. Call it before a transaction begins, because it may wait for Postgres. */
  async ready(): Promise<void> {
    await this.leases.holder();
  }

  lease(tx: Tx, retailerId: string, limit: number): Promise<HeldMessage[]> {
    return this.repository.claim(tx, retailerId, this.worker, this.leaseSeconds, limit);
  }

  /** Renews the leases of these messages from now on. Call it after the commit. */
  keep(messages: readonly HeldMessage[]): void {
    for (const message of messages) this.held.set(message.id, message);
  }

  /** Marks the months of messages that may be sent now. */
  markMonths(messages: readonly HeldMessage[]): Promise<void> {
    return this.months.mark(messages);
  }

  /** No longer renews the lease of the message. */
  release(message: HeldMessage): void {
    this.held.delete(message.id);
  }

  /** No longer renews the leases of the retailer's messages. */
  releaseAll(retailerId: string): void {
    for (const message of this.held.values()) if (message.retailerId === retailerId) this.release(message);
  }
}
