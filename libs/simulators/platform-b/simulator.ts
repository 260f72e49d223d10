import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import type { RecordEvent } from '../records/record-event.js';
import type { PlatformBApiCall } from './api-guard.js';
import { apiRoutes } from './api-routes.js';
import { GrantBook, installQuery, loginRoutes, type PlatformBTokenRequest } from './login-routes.js';
import { SimulatedStore, type StoreOptions } from './store.js';
import { type StoreEvent, storeEvents } from './store-events.js';
import { storefrontRoutes } from './storefront-routes.js';
import type { SubscriberChange } from './subscribers.js';
import type { StorePerson } from './store-person.js';
import { type AppCredentials, TokenSigner } from './token-signer.js';
import {
  deliveriesOf,
  type PlatformBOutcome,
  type PlatformBSenderOptions,
  PlatformBWebhookSender,
} from './webhook-sender.js';

export interface PlatformBSimulatorOptions extends AppCredentials {
  /** 0, the default, takes a free one. */
  readonly port?: number;
  /** The scopes of the app's profile, separated by spaces. */
  readonly scope?: string;
  readonly webhooks?: Partial<PlatformBSenderOptions>;
}

const SCOPE =
  'store_v2_orders_read_only store_v2_customers_read_only store_v2_information_read_only store_v2_products_read_only';

/**
 * Platform B on loopback: the login host and the API host in one, with any number of stores, signed webhooks that are
 * retried like the platform's, and all tokens that the platform signs with the client secret.
 */
export class PlatformBSimulator {
  /** Every POST to the token endpoint, in order. */
  readonly tokenRequests: PlatformBTokenRequest[] = [];
  /** The latest calls of the API, in order. */
  readonly apiCalls: PlatformBApiCall[] = [];
  readonly webhooks: PlatformBWebhookSender;
  readonly sign: TokenSigner;
  /** The hash of the store whose merchant is signed in to the install page. Default: the first store. */
  signedIn: string | null = null;
  private readonly grants = new GrantBook();
  private readonly stores = new Map<string, SimulatedStore>();
  private readonly server: FastifyInstance;

  private constructor(private readonly options: PlatformBSimulatorOptions) {
    this.webhooks = new PlatformBWebhookSender({ ...options.webhooks, clientSecret: options.clientSecret });
    this.sign = new TokenSigner(options);
    this.server = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 255 } });
    this.server.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    const storeOf = (hash: string) => this.stores.get(hash);
    loginRoutes(this.server, { ...this.grantDeps, app: options, storeOf, ...this.loginState() });
    apiRoutes(this.server, storeOf, this.apiCalls);
    storefrontRoutes(this.server, storeOf, options.clientId, this.sign);
  }

  static async start(options: PlatformBSimulatorOptions): Promise<PlatformBSimulator> {
    const simulator = new PlatformBSimulator(options);
    await simulator.server.listen({ host: '127.0.0.1', port: options.port ?? 0 });
    return simulator;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** For PLATFORM_B_LOGIN_BASE_URL and PLATFORM_B_API_BASE_URL. */
  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  addStore(options: StoreOptions): SimulatedStore {
    const store = new SimulatedStore(options);
    this.stores.set(options.hash, store);
    store.subscribers.changed = (change, id) => this.tellOfSubscriber(store, change, id);
    return store;
  }

  store(hash: string): SimulatedStore {
    const store = this.stores.get(hash);
    if (!store) throw new Error(`The simulator has no store ${hash}`);
    return store;
  }

  /** The address of an install from the control panel: the auth callback with a code. */
  installCallback(store: SimulatedStore, changes: Readonly<Record<string, string>> = {}): string {
    const query = installQuery(store, this.grantDeps);
    for (const [name, value] of Object.entries(changes)) query.set(name, value);
    return `${this.options.authCallbackUrl}?${query.toString()}`;
  }

  /**
   * Applies an event: the store's records change, and a delivery goes to every active hook of its scopes. Resolves
   * when the deliveries are accepted or given up, with an empty list if nothing is subscribed.
   */
  async emit(store: SimulatedStore, event: RecordEvent): Promise<PlatformBOutcome[]> {
    store.apply(event);
    const events = [...storeEvents([event], store.statuses)];
    return Promise.all(events.flatMap((one) => this.tell(store, one)));
  }

  /** Sends the deliveries of a store event without applying it. */
  tell(store: SimulatedStore, event: Omit<StoreEvent, 'cause'>): Promise<PlatformBOutcome>[] {
    return deliveriesOf(store, event).map(async (delivery) => this.webhooks.send(delivery));
  }

  /** Sends many events in the given order and with bounded concurrency, such as `storeEvents(history.events)`. */
  async play(
    store: SimulatedStore,
    events: Iterable<StoreEvent>,
    onOutcome?: (outcome: PlatformBOutcome) => void,
  ): Promise<void> {
    await this.webhooks.sendAll(happen(store, events), onOutcome);
  }

  /**
   * The merchant removes the app: the token ends, the hooks are deleted, and the platform calls the callback once.
   * Resolves with the status of the callback, or null without one.
   */
  async uninstall(
    store: SimulatedStore,
    callbackUrl?: string,
    user: StorePerson = store.owner,
  ): Promise<number | null> {
    store.revokeToken();
    store.hooks.clear();
    return callbackUrl === undefined ? null : this.call(callbackUrl, store, user);
  }

  /** The merchant removes a user. Resolves with the status of the callback. */
  async removeUser(store: SimulatedStore, callbackUrl: string, user: StorePerson): Promise<number> {
    return this.call(callbackUrl, store, user);
  }

  async stop(): Promise<void> {
    await this.webhooks.close();
    await this.server.close();
  }

  private tellOfSubscriber(store: SimulatedStore, change: SubscriberChange, id: number): void {
    const [at, scope, data] = [Date.now(), `store/subscriber/${change}`, { type: 'subscriber', id }];
    void Promise.all(this.tell(store, { at, webhookId: `msg_${randomUUID()}`, scope, data }));
  }

  private get grantDeps() {
    return { grants: this.grants, scope: this.options.scope ?? SCOPE };
  }

  private loginState() {
    const signedIn = () => this.stores.get(this.signedIn ?? '') ?? [...this.stores.values()][0];
    return { signedIn, tokenRequests: this.tokenRequests };
  }

  private async call(callbackUrl: string, store: SimulatedStore, user: StorePerson): Promise<number> {
    const token = this.sign.signedPayloadJwt(store, { user: { ...user, locale: 'en-US' } });
    const answer = await fetch(`${callbackUrl}?signed_payload_jwt=${token}`, { redirect: 'manual' });
    await answer.arrayBuffer();
    return answer.status;
  }
}

function* happen(store: SimulatedStore, events: Iterable<StoreEvent>) {
  for (const event of events) {
    store.apply(event.cause);
    yield* deliveriesOf(store, event);
  }
}
