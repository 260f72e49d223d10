import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { IdempotencyPersonalDataService } from './idempotency-personal-data.service.js';
import { IdempotencyRepository } from './idempotency.repository.js';
import { IdempotencySweep } from './idempotency.sweep.js';

/** Exports what the interceptor injects: Nest creates an interceptor in each module whose controllers use it. */
@Module({
  imports: [PersonalDataModule],
  providers: [IdempotencyRepository, IdempotencyPersonalDataService, IdempotencySweep],
  exports: [IdempotencyRepository],
})
export class IdempotencyModule {}
