import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import type { AppCredentials } from './app-credentials.js';
import { appQuery, OWNER, type StaffId } from './app-opening.js';
import { bulkFileRoutes } from './bulk/bulk-file-routes.js';
import { complianceBody, type ComplianceNotice } from './bodies/index.js';
import type { ChangeEvent, RecordEvent } from '../records/record-event.js';
import type { PlatformAFaultPlan } from './faults.js';
import { type GraphqlCall, graphqlRoutes } from './graphql-routes.js';
import { oauthRoutes, type TokenRequest } from './oauth-routes.js';
import type { PlatformId } from '../records/records.js';
import { type ShopOptions, SimulatedShop } from './shop.js';
import { type DeliveryOutcome, type SenderOptions, WebhookSender } from './webhook-sender.js';
import { deliveriesOf } from './deliveries.js';
import { storefrontApiRoutes } from './storefront-api-routes.js';
import { storefrontRoutes } from './storefront-routes.js';
import { appProxyQuery, customerSessionToken, multipassToken } from './sign-on.js';

export interface SimulatorOptions extends AppCredentials {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  readonly apiVersion?: string;
  readonly webhooks?: Partial<SenderOptions>;
}

export interface Opening {
  /** Default: the owner of the store. */
  readonly staff?: StaffId | null;
  /** Default: now. */
  readonly at?: number;
}

/** The number of the shop in the platform's sample bodies. Further shops count up from it. */
const FIRST_SHOP_ID = 548_380_009;

/**
 * Platform A on loopback: any number of stores under `/{shop}`, with the authorize page, the token endpoint, the
 * GraphQL Admin API and signed webhooks that are retried as the platform does.
 */
export class PlatformASimulator {
  /** Every POST to a token endpoint, in order. */
  readonly tokenRequests: TokenRequest[] = [];
  /** The latest GraphQL calls, in order. */
  readonly graphqlRequests: GraphqlCall[] = [];
  readonly webhooks: WebhookSender;
  private readonly shops = new Map<string, SimulatedShop>();
  private readonly server: FastifyInstance;

  private constructor(private readonly options: SimulatorOptions) {
    this.webhooks = new WebhookSender({ ...options.webhooks, clientSecret: options.clientSecret });
    this.server = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 255 } });
    this.server.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const shopOf = (domain: string) => this.shops.get(domain.toLowerCase());
    oauthRoutes(this.server, { app: options, shopOf, tokenRequests: this.tokenRequests });
    graphqlRoutes(this.server, shopOf, this.graphqlRequests);
    storefrontRoutes(this.server, shopOf);
    bulkFileRoutes(this.server, shopOf);
    storefrontApiRoutes(this.server, shopOf);
  }

  static async start(options: SimulatorOptions): Promise<PlatformASimulator> {
    const simulator = new PlatformASimulator(options);
    await simulator.server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
    return simulator;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** For PLATFORM_A_SHOP_BASE_URL: `http://127.0.0.1:PORT/{shop}`. */
  get baseUrlTemplate(): string {
    return `http://127.0.0.1:${this.port}/{shop}`;
  }

  addShop(options: ShopOptions): SimulatedShop {
    const shop = new SimulatedShop({ id: String(FIRST_SHOP_ID + this.shops.size), ...options });
    shop.bulk.filesBase = `http://127.0.0.1:${this.port}/${options.domain}`;
    this.shops.set(options.domain, shop);
    shop.onEvent = (event) => void this.emit(shop, event);
    return shop;
  }

  shop(domain: string): SimulatedShop {
    const shop = this.shops.get(domain);
    if (!shop) throw new Error(`The simulator has no shop ${domain}`);
    return shop;
  }

  /** The plan of a shop's faults: `sim.faults('a.myshopify.com').next('throttled', 2)`. */
  faults(domain: string): PlatformAFaultPlan {
    return this.shop(domain).faults;
  }

  /**
   * Applies an event: the store's records change, and a delivery goes to every subscription of the topic. Resolves when
   * the deliveries are accepted or given up, with an empty list if nothing is subscribed.
   */
  async emit(shop: SimulatedShop, event: RecordEvent | ChangeEvent): Promise<DeliveryOutcome[]> {
    return Promise.all([...this.happen(shop, [event])].map((delivery) => this.webhooks.send(delivery)));
  }

  /** Emits many events, started in order, with bounded concurrency. A body is built just before it is sent. */
  async play(
    shop: SimulatedShop,
    events: Iterable<RecordEvent>,
    onOutcome?: (outcome: DeliveryOutcome) => void,
  ): Promise<void> {
    await this.webhooks.sendAll(this.happen(shop, events), onOutcome);
  }

  /** The merchant removes the app: all tokens end, the subscriptions are deleted, and app/uninstalled is sent. */
  async uninstall(shop: SimulatedShop, at = Date.now()): Promise<DeliveryOutcome[]> {
    const id = globalThis.crypto.randomUUID();
    return this.emit(shop, { topic: 'app/uninstalled', at, webhookId: id, eventId: id });
  }

  /**
   * The address that a browser opens when a member of staff clicks the app in the store's admin. Its `id_token` names
   * them; null leaves it out, as for an app outside the frame.
   */
  openingOf(shop: SimulatedShop, appUrl: string, { staff = OWNER, at = Date.now() }: Opening = {}): string {
    return `${appUrl}?${appQuery(this.options, shop.profile.domain, staff, at)}`;
  }

  /** The session token of a UI extension for the logged-in customer; null for a visitor. */
  customerToken(shop: SimulatedShop, customerId: PlatformId | null, at = Date.now()): string {
    return customerSessionToken(this.options, shop.profile.domain, customerId, at);
  }

  /** The signed query of the shop's app proxy for a request of the customer; null for a visitor. */
  proxyQuery(shop: SimulatedShop, customerId: PlatformId | null, at = Date.now()): string {
    return appProxyQuery(this.options.clientSecret, shop.profile.domain, customerId, at);
  }

  /** The Multipass token of the shop's own site for a logged-in customer. */
  multipassToken(shop: SimulatedShop, email: string, at = Date.now()): string {
    return multipassToken(shop.multipassSecret, email, at);
  }

  /**
   * Sends a compliance topic to the address in the app's settings. It needs no subscription, removes none, and also
   * works after an uninstall.
   */
  async comply(
    { profile, bodies }: SimulatedShop,
    url: string,
    notice: ComplianceNotice,
    at = Date.now(),
  ): Promise<DeliveryOutcome> {
    const id = globalThis.crypto.randomUUID();
    const { topic } = notice;
    const body = complianceBody(notice, bodies);
    return this.webhooks.send({
      url,
      topic,
      shopDomain: profile.domain,
      webhookId: id,
      eventId: id,
      triggeredAt: at,
      body,
    });
  }

  async stop(): Promise<void> {
    await this.webhooks.close();
    await this.server.close();
  }

  private *happen(shop: SimulatedShop, events: Iterable<RecordEvent | ChangeEvent>) {
    for (const event of events) {
      // Taken before the event is applied: an uninstall removes the subscriptions that it is sent to.
      const deliveries = deliveriesOf(shop, event, this.options.apiVersion ?? '2026-10');
      shop.apply(event);
      yield* deliveries;
    }
  }
}
