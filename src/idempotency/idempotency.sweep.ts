import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { IdempotencyRepository } from './idempotency.repository.js';

/** Deletes answers after 24 hours, even if no further request arrives. */
@Injectable()
export class IdempotencySweep implements OnModuleInit {
  constructor(
    private readonly repository: IdempotencyRepository,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('idempotency', () => this.repository.deleteExpired());
  }
}
