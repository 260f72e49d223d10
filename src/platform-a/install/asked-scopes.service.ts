import { Injectable } from '@nestjs/common';
import { retailerIdOf } from '#libs/kernel';
import { Runtime } from '../../config/runtime.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { InstallationsService } from '../../stores/installations.service.js';
import { isFeatureScope, scopesOfFeature } from '../client/feature-scopes.js';

/** The scopes that a merchant is asked for. */
@Injectable()
export class PlatformAAskedScopesService {
  constructor(
    private readonly runtime: Runtime,
    private readonly retailers: RetailersService,
    private readonly installations: InstallationsService,
  ) {}

  /**
   * The scopes of the configuration, those of the feature that the merchant wants to use, and those that features of
   * this store have asked for before, whether they were granted or not. An uninstall ends that memory.
   */
  async of(shop: string, feature: string | null): Promise<readonly string[]> {
    const retailerId = retailerIdOf('platform-a', shop);
    const retailer = await this.retailers.find(retailerId);
    const granted = await this.installations.grantedScopes(retailerId);
    const refused = granted && retailer ? retailer.missingScopes : [];
    const before = [...(granted ?? []), ...refused].filter(isFeatureScope);
    return [...new Set([...this.runtime.platformA().scopes, ...before, ...scopesOfFeature(feature)])];
  }
}
