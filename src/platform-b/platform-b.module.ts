import { Module, type OnModuleInit } from '@nestjs/common';
import { DeliveryProcessorsService } from '../inbox/delivery-processors.service.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { StoreConnectorsService } from '../stores/store-connectors.service.js';
import { StoresModule } from '../stores/stores.module.js';
import { PlatformBClientModule } from './client/client.module.js';
import { PlatformBConnectorService } from './connector.service.js';
import { PlatformBConsentsModule } from './consents/consents.module.js';
import { PlatformBCustomerSsoModule } from './customer-sso/customer-sso.module.js';
import { PlatformBDiscountsModule } from './discounts/discounts.module.js';
import { PlatformBInstallModule } from './install/install.module.js';
import { PlatformBPersonalDataService } from './personal-data.service.js';
import { PlatformBSyncModule } from './sync/sync.module.js';
import { PlatformBDeliveryProcessorService } from './webhooks/delivery-processor.service.js';
import { PlatformBWebhooksApiModule, PlatformBWebhooksModule } from './webhooks/webhooks.module.js';

/** The modules of platform B that every process needs. */
@Module({
  imports: [
    StoresModule,
    InboxModule,
    PersonalDataModule,
    PlatformBClientModule,
    PlatformBConsentsModule,
    PlatformBDiscountsModule,
    PlatformBSyncModule,
    PlatformBWebhooksModule,
  ],
  providers: [PlatformBConnectorService, PlatformBPersonalDataService],
})
export class PlatformBModule implements OnModuleInit {
  constructor(
    private readonly connectors: StoreConnectorsService,
    private readonly connector: PlatformBConnectorService,
    private readonly processors: DeliveryProcessorsService,
    private readonly processor: PlatformBDeliveryProcessorService,
  ) {}

  onModuleInit(): void {
    this.connectors.register(this.connector);
    this.processors.register(this.connector.platform, this.processor);
  }
}

/** The routes of platform B: for the platform itself, for merchants, and for customers of their stores. */
@Module({ imports: [PlatformBWebhooksApiModule, PlatformBInstallModule, PlatformBCustomerSsoModule] })
export class PlatformBApiModule {}
