import { Module } from '@nestjs/common';
import { CommerceQueries } from './commerce.queries.js';
import { CommerceRepository } from './commerce.repository.js';
import { CommerceService } from './commerce.service.js';
import { FactTrials } from './fact-trials.js';

@Module({
  providers: [CommerceRepository, CommerceService, CommerceQueries, FactTrials],
  exports: [CommerceService, CommerceQueries, FactTrials],
})
export class CommerceModule {}
