import { Module } from '@nestjs/common';
import { CommerceModule } from '../../commerce/commerce.module.js';
import { PersonalDataModule } from '../../personal-data/personal-data.module.js';
import { RetailersModule } from '../../retailers/retailers.module.js';
import { StoresModule } from '../../stores/stores.module.js';
import { PlatformBClientModule } from '../client/client.module.js';
import { PlatformBConsentsService } from './consents.service.js';
import { PlatformBReadSubscribersHandler } from './read-subscribers.handler.js';
import { PlatformBSubscriberListService } from './subscriber-list.service.js';
import { PlatformBSubscribersRepository } from './subscribers.repository.js';
import { PlatformBSubscribersService } from './subscribers.service.js';
import { PlatformBSubscribersSweep } from './subscribers.sweep.js';

/** The newsletter lists of stores. */
@Module({
  imports: [CommerceModule, PersonalDataModule, RetailersModule, StoresModule, PlatformBClientModule],
  providers: [
    PlatformBConsentsService,
    PlatformBReadSubscribersHandler,
    PlatformBSubscriberListService,
    PlatformBSubscribersRepository,
    PlatformBSubscribersService,
    PlatformBSubscribersSweep,
  ],
  exports: [
    PlatformBConsentsService,
    PlatformBSubscriberListService,
    PlatformBSubscribersRepository,
    PlatformBSubscribersService,
  ],
})
export class PlatformBConsentsModule {}
