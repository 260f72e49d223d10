import { Module } from '@nestjs/common';
import { CommerceQueries } from './commerce.queries.js';
import { CommerceRepository } from './commerce.repository.js';
import { CommerceService } from './commerce.service.js';
import { FactTrials } from './fact-trials.js';
import { NewsQueries } from './news.queries.js';
import { RecipientQueries } from './recipient.queries.js';

@Module({
  providers: [CommerceRepository, CommerceService, CommerceQueries, FactTrials, NewsQueries, RecipientQueries],
  exports: [CommerceService, CommerceQueries, FactTrials, NewsQueries, RecipientQueries],
})
export class CommerceModule {}
