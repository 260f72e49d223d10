import { Module, type OnModuleInit } from '@nestjs/common';
import { DeliveryProcessorsService } from '../inbox/delivery-processors.service.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { StoreConnectorsService } from '../stores/store-connectors.service.js';
import { StoresModule } from '../stores/stores.module.js';
import { PlatformAAdminSsoModule } from './admin-sso/admin-sso.module.js';
import { PlatformAClientModule } from './client/client.module.js';
import { PlatformAConsentsModule } from './consents/consents.module.js';
import { PlatformAConnectorService } from './connector.service.js';
import { PlatformACustomerSsoModule } from './customer-sso/customer-sso.module.js';
import { UsedProofsModule } from './customer-sso/used-proofs.module.js';
import { PlatformADiscountsModule } from './discounts/discounts.module.js';
import { PlatformAInstallModule } from './install/install.module.js';
import { PlatformAPersonalDataService } from './personal-data.service.js';
import { PlatformAPortsService } from './ports.service.js';
import { PlatformASubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { PlatformASyncModule } from './sync/sync.module.js';
import { PlatformADeliveryProcessorService } from './webhooks/delivery-processor.service.js';
import { PlatformAWebhooksApiModule, PlatformAWebhooksModule } from './webhooks/webhooks.module.js';

/** The modules of platform A that every process needs. */
@Module({
  imports: [
    StoresModule,
    InboxModule,
    PersonalDataModule,
    PlatformAClientModule,
    PlatformAWebhooksModule,
    PlatformASyncModule,
    PlatformADiscountsModule,
    PlatformAConsentsModule,
    UsedProofsModule,
  ],
  providers: [PlatformAConnectorService, PlatformAPortsService, PlatformAPersonalDataService],
})
export class PlatformAModule implements OnModuleInit {
  constructor(
    private readonly connectors: StoreConnectorsService,
    private readonly connector: PlatformAConnectorService,
    private readonly processors: DeliveryProcessorsService,
    private readonly processor: PlatformADeliveryProcessorService,
  ) {}

  onModuleInit(): void {
    this.connectors.register(this.connector);
    this.processors.register(this.connector.platform, this.processor);
  }
}

/** The routes of platform A: for the platform itself, for merchants, and for customers of their stores. */
@Module({
  imports: [
    PlatformAWebhooksApiModule,
    PlatformAInstallModule,
    PlatformACustomerSsoModule,
    PlatformASubscriptionsModule,
    PlatformAAdminSsoModule,
  ],
})
export class PlatformAApiModule {}
