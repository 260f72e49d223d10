import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { IdempotencyRepository } from './idempotency.repository.js';

/** Answers go when their day is over, also where no other request comes. */
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
