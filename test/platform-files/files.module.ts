import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { CommerceModule } from '../../src/commerce/commerce.module.js';
import { DeliveryProcessorsService } from '../../src/inbox/delivery-processors.service.js';
import { InboxModule } from '../../src/inbox/inbox.module.js';
import type { PlatformModules } from '../../src/platforms.js';
import { RetailersModule } from '../../src/retailers/retailers.module.js';
import { StoreConnectorsService } from '../../src/stores/store-connectors.service.js';
import { StoresModule } from '../../src/stores/stores.module.js';
import { FilesStoreClient } from './client/store.client.js';
import { FilesConnectorService } from './connector.service.js';
import { FilesConfig } from './files.config.js';
import { FilesInstallController } from './install/install.controller.js';
import { FilesDeliveryProcessorService } from './webhooks/delivery-processor.service.js';
import { FilesWebhooksController } from './webhooks/webhooks.controller.js';

/** The module of the platform for every process. */
@Module({
  imports: [StoresModule, InboxModule, CommerceModule, RetailersModule],
  providers: [FilesStoreClient, FilesConnectorService, FilesDeliveryProcessorService],
})
class FilesModule implements OnModuleInit {
  constructor(
    private readonly connectors: StoreConnectorsService,
    private readonly connector: FilesConnectorService,
    private readonly processors: DeliveryProcessorsService,
    private readonly processor: FilesDeliveryProcessorService,
  ) {}

  onModuleInit(): void {
    this.connectors.register(this.connector);
    this.processors.register(this.connector.platform, this.processor);
  }
}

/** The routes of the platform. */
@Module({
  imports: [StoresModule, InboxModule],
  controllers: [FilesInstallController, FilesWebhooksController],
})
class FilesApiModule {}

/** The modules of the platform, with its configuration. */
export function filesPlatform(config: FilesConfig): PlatformModules {
  const providers = [{ provide: FilesConfig, useValue: config }];
  const of = (module: DynamicModule['module']): DynamicModule => ({ module, providers });
  return { worker: of(FilesModule), api: of(FilesApiModule) };
}
