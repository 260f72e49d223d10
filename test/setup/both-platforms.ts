import { PlatformASimulator, SmtpSink } from '#libs/simulators';
import { StageB } from './platform-b.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp } from './test-app.js';

/** The permissions with which a service mints codes on platform A. */
export const OFFER_SCOPES_A = 'read_orders,read_customers,read_products,write_discounts';

/** One service with platform A and one with platform B, which send to one mailbox. */
export class BothPlatforms {
  private constructor(
    readonly sink: SmtpSink,
    readonly platformA: PlatformASimulator,
    readonly appA: TestApp,
    readonly stageB: StageB,
  ) {}

  static async start(scopesOfA = OFFER_SCOPES_A): Promise<BothPlatforms> {
    const sink = await SmtpSink.start();
    const platformA = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
    const appA = await TestApp.start({
      SMTP_URL: sink.url,
      PLATFORM_A_SCOPES: scopesOfA,
      PLATFORM_A_SHOP_BASE_URL: platformA.baseUrlTemplate,
    });
    return new BothPlatforms(sink, platformA, appA, await StageB.start({ SMTP_URL: sink.url }));
  }

  async stop(): Promise<void> {
    await this.stageB.stop();
    await this.appA.stop();
    await this.platformA.stop();
    await this.sink.stop();
  }
}
