import { Injectable } from '@nestjs/common';
import { forbidden, retailerIdOf } from '#libs/kernel';
import { parseShopDomain } from '#libs/platform-a-client';
import { CustomerSessionsService } from '../../auth/customer-sessions.service.js';
import type { CustomerTokensAnswer } from '../../auth/customer-tokens.dto.js';
import { Runtime } from '../../config/runtime.js';
import { MultipassSecretRepository } from '../../retailers/multipass-secret.repository.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { type Credential, readCredential, type SignOnRequest } from './credential.js';
import { PlatformACustomerDirectoryService } from './customer-directory.service.js';
import { readMultipassBody } from './multipass.dto.js';
import { invalidProof, type Proof, proveAppProxy, proveMultipass, proveSessionToken } from './proof.js';
import { PlatformAProofUsesService } from './proof-uses.service.js';

const PLATFORM = 'platform-a';

/** Opens our session for a customer with a proof of the platform or of the store's own site. */
@Injectable()
export class PlatformACustomerSsoService {
  constructor(
    private readonly runtime: Runtime,
    private readonly retailers: RetailersService,
    private readonly multipass: MultipassSecretRepository,
    private readonly uses: PlatformAProofUsesService,
    private readonly customers: PlatformACustomerDirectoryService,
    private readonly sessions: CustomerSessionsService,
  ) {}

  async signOn(request: SignOnRequest): Promise<CustomerTokensAnswer> {
    const proof = await this.prove(readCredential(request), new Date());
    const store = await this.installed(proof.shop);
    await this.uses.limit(proof);
    const { id: customerId } = await this.customers.find(store, proof.customer);
    // Last, so that a request that fails with 5xx does not use the proof up.
    await this.uses.useUp(store.id, proof);
    return this.sessions.open({ retailerId: store.id, customerId });
  }

  private prove(credential: Credential, now: Date): Proof | Promise<Proof> {
    const app = this.runtime.platformA();
    switch (credential.kind) {
      case 'session-token':
        return proveSessionToken(credential.token, app, now);
      case 'app-proxy':
        return proveAppProxy(credential.rawQuery, app, now);
      case 'multipass':
        return this.proveMultipass(credential.body, now);
    }
  }

  /** A store without a secret gets the same answer as a wrong token. */
  private async proveMultipass(body: object, now: Date): Promise<Proof> {
    const { shop: given, multipassToken } = await readMultipassBody(body);
    const shop = parseShopDomain(given, this.runtime.platformA().shopSuffixes);
    if (shop === undefined) throw invalidProof();
    return proveMultipass(shop, multipassToken, await this.multipass.find(retailerIdOf(PLATFORM, shop)), now);
  }

  /** Includes a store that has to authorize again, because its customers can still sign on. */
  private async installed(shop: string): Promise<Retailer> {
    const store = await this.retailers.find(retailerIdOf(PLATFORM, shop));
    if (store && store.status !== 'uninstalled') return store;
    throw forbidden('shop_not_installed', 'The app is not installed in this store.');
  }
}
