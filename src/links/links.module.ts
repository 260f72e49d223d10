import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { RetailersModule } from '../retailers/retailers.module.js';
import { ClickRecorderService } from './clicks/click-recorder.service.js';
import { ClicksMetrics } from './clicks/clicks.metrics.js';
import { ClicksQueries } from './clicks/clicks.queries.js';
import { ClicksRepository } from './clicks/clicks.repository.js';
import { FollowService } from './clicks/follow.service.js';
import { OpensService } from './clicks/opens.service.js';
import { MessageSourceService } from './clicks/message-source.service.js';
import { LinksPersonalDataService } from './links-personal-data.service.js';
import { LinksController } from './links.controller.js';
import { LinksSweep } from './links.sweep.js';
import { LinkTargetsService } from './targets/link-targets.service.js';
import { LinkTokensService } from './tokens/link-tokens.service.js';

/** The links of emails, and the clicks on them. */
@Module({
  imports: [PersonalDataModule, RetailersModule],
  providers: [
    ClicksMetrics,
    ClicksQueries,
    ClicksRepository,
    LinksPersonalDataService,
    LinksSweep,
    LinkTargetsService,
    LinkTokensService,
    MessageSourceService,
  ],
  exports: [
    ClicksMetrics,
    ClicksQueries,
    ClicksRepository,
    LinkTargetsService,
    LinkTokensService,
    MessageSourceService,
  ],
})
export class LinksModule {}

/** The addresses that links in emails have. */
@Module({
  imports: [EventsModule, LinksModule, RetailersModule],
  controllers: [LinksController],
  providers: [ClickRecorderService, FollowService, OpensService],
})
export class LinksApiModule {}
