import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { IdempotencyPersonalData } from './idempotency.personal-data.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { IdempotencySweeps } from './idempotency.sweeps.js';

/** What the interceptor needs: Nest builds it anew in each module whose controllers use it. */
@Module({
  imports: [PersonalDataModule],
  providers: [IdempotencyRepository, IdempotencyPersonalData, IdempotencySweeps],
  exports: [IdempotencyRepository],
})
export class IdempotencyModule {}
