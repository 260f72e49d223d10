import { retailerIdOf } from '#libs/kernel';
import type { PlatformASimulator, SimulatedShop } from '#libs/simulators';
import { signToken } from '../../src/auth/sign-token.js';
import { Credentials } from '../../src/retailers/credentials.entity.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { Browser, eventually } from '../e2e/install-flow.js';
import { ago, given } from '../factories/given.js';
import type { TestApp } from './test-app.js';

/** A store of a simulated platform, installed through OAuth and set up, with what its users send. */
export class InstalledStore {
  private constructor(
    readonly shop: SimulatedShop,
    readonly retailerId: string,
    private readonly service: TestApp,
  ) {}

  /** `fill` gives the store its records before the install. */
  static async install(
    service: TestApp,
    platform: PlatformASimulator,
    domain: string,
    fill: (shop: SimulatedShop) => void = () => undefined,
  ): Promise<InstalledStore> {
    const shop = platform.addShop({ domain, name: 'Corner Shop' });
    fill(shop);
    await new Browser(service.url).install(domain);
    const installed = new InstalledStore(shop, retailerIdOf('platform-a', domain), service);
    await installed.isSetUp();
    return installed;
  }

  get domain(): string {
    return this.shop.profile.domain;
  }

  retailerToken(role: 'owner' | 'member' = 'owner'): string {
    const claims = { sub: '77', retailerId: this.retailerId, role };
    return signToken('retailer', claims, this.service.service.runtime.config.tokenSecrets.retailer, 600);
  }

  /** Resolves when the set-up is done and everything is read. */
  async isSetUp(): Promise<void> {
    await eventually(async () => {
      const rows = await this.service.sql(
        `SELECT 1 FROM retailers r WHERE id = $1 AND set_up_at IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM backfills b WHERE b.retailer_id = r.id AND b.finished_at IS NULL)`,
        [this.retailerId],
      );
      return rows.length > 0;
    });
  }

  /** Sets the time of the install to an hour ago. */
  async installedAnHourAgo(): Promise<void> {
    await given(this.service).backdate(Retailer, 'installedAt', '1 hour', { id: this.retailerId });
  }

  /** Makes the token an hour old and due for renewal. */
  async tokenIsDue(): Promise<void> {
    await given(this.service).set(
      Credentials,
      { expiresAt: ago(1, 'minute'), issuedAt: ago(1, 'hour') },
      { retailerId: this.retailerId },
    );
  }
}
