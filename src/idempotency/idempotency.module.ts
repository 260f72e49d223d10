import { Module } from '@nestjs/common';
import { IdempotencyRepository } from './idempotency.repository.js';

/** What the interceptor needs: Nest builds it anew in each module whose controllers use it. */
@Module({ providers: [IdempotencyRepository], exports: [IdempotencyRepository] })
export class IdempotencyModule {}
