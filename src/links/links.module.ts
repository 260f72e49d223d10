import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { ClicksQueries } from './clicks/clicks.queries.js';
import { LinkTokensService } from './tokens/link-tokens.service.js';
import { LinksPersonalDataService } from './links-personal-data.service.js';

/** The links of emails, and the clicks on them. */
@Module({
  imports: [PersonalDataModule],
  providers: [ClicksQueries, LinksPersonalDataService, LinkTokensService],
  exports: [ClicksQueries, LinkTokensService],
})
export class LinksModule {}
