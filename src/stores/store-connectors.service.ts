import { Injectable } from '@nestjs/common';
import type { Platform } from '../retailers/retailer.entity.js';
import { RetailersService } from '../retailers/retailers.service.js';
import type { OpenStore, Patience, StoreConnector } from './store-connector.js';

/**
 * The registry of the platforms' connectors. The rest of the service gets connectors from the registry and imports no
 * platform.
 */
@Injectable()
export class StoreConnectorsService {
  private readonly connectors = new Map<Platform, StoreConnector>();

  constructor(private readonly retailers: RetailersService) {}

  register(connector: StoreConnector): void {
    this.connectors.set(connector.platform, connector);
  }

  find(platform: Platform): StoreConnector | undefined {
    return this.connectors.get(platform);
  }

  /** The connectors of the platforms that the configuration has. */
  configured(): readonly StoreConnector[] {
    return [...this.connectors.values()].filter(({ isConfigured }) => isConfigured);
  }

  /** Undefined for an unknown store. */
  async of(retailerId: string): Promise<StoreConnector | undefined> {
    const retailer = await this.retailers.find(retailerId);
    return retailer && this.find(retailer.platform);
  }

  /** Like `StoreConnector.withStore`; also undefined for an unknown store. */
  async withStore<T>(
    retailerId: string,
    work: (connector: StoreConnector, store: OpenStore) => Promise<T>,
    patience?: Patience,
  ): Promise<T | undefined> {
    const connector = await this.of(retailerId);
    return connector?.withStore(retailerId, (store) => work(connector, store), patience);
  }
}
