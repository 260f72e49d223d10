import type { PlatformId } from '../records/records.js';
import type { WebhookTopic } from './topics.js';

/** A subscription of one address to one topic. Topic and address together are unique in a store. */
export interface WebhookSubscription {
  readonly id: PlatformId;
  readonly topic: WebhookTopic;
  readonly uri: string;
  readonly name: string | null;
  readonly filter: string | null;
  readonly format: 'JSON' | 'XML';
  readonly includeFields: readonly string[];
  readonly metafieldNamespaces: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type SubscriptionInput = Partial<Omit<WebhookSubscription, 'id' | 'topic' | 'createdAt' | 'updatedAt'>>;

/** An entry of `userErrors` in the answer of a mutation. */
export interface UserError {
  readonly field: readonly string[] | null;
  readonly message: string;
}

const REFUSED =
  'This app is not approved to subscribe to webhook topics containing protected customer data. ' +
  'See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.';

/** The webhook subscriptions that an app made in one store through the API. */
export class SubscriptionRegistry {
  private readonly subscriptions = new Map<PlatformId, WebhookSubscription>();
  private readonly refused = new Set<string>();
  private lastId = 1_270_000_000_000;

  list(): readonly WebhookSubscription[] {
    return [...this.subscriptions.values()];
  }

  get(id: PlatformId): WebhookSubscription | undefined {
    return this.subscriptions.get(id);
  }

  forTopic(topic: string): readonly WebhookSubscription[] {
    return this.list().filter((subscription) => subscription.topic === topic);
  }

  /** Refuses new subscriptions to the topic, as for an app without approval for protected customer data. */
  refuseTopic(topic: WebhookTopic): void {
    this.refused.add(topic);
  }

  allowTopic(topic: WebhookTopic): void {
    this.refused.delete(topic);
  }

  create(topic: WebhookTopic, input: SubscriptionInput): WebhookSubscription | UserError {
    const problem = this.problemOf(topic, input.uri);
    if (problem) return problem;
    const now = Date.now();
    const subscription: WebhookSubscription = {
      uri: '',
      name: null,
      filter: null,
      format: 'JSON',
      includeFields: [],
      metafieldNamespaces: [],
      ...input,
      id: String((this.lastId += 1)),
      topic,
      createdAt: now,
      updatedAt: now,
    };
    this.subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  update(id: PlatformId, input: SubscriptionInput): WebhookSubscription | UserError {
    const known = this.subscriptions.get(id);
    if (!known) return { field: ['id'], message: 'Webhook subscription does not exist' };
    const uri = input.uri ?? known.uri;
    const taken = this.list().some((other) => other.id !== id && other.topic === known.topic && other.uri === uri);
    if (taken) return addressTaken;
    const changed = { ...known, ...input, updatedAt: Date.now() };
    this.subscriptions.set(id, changed);
    return changed;
  }

  delete(id: PlatformId): boolean {
    return this.subscriptions.delete(id);
  }

  clear(): void {
    this.subscriptions.clear();
  }

  private problemOf(topic: WebhookTopic, uri: string | undefined): UserError | undefined {
    if (!uri || !URL.canParse(uri)) return addressInvalid;
    if (this.refused.has(topic)) return { field: ['topic'], message: REFUSED };
    return this.forTopic(topic).some((known) => known.uri === uri) ? addressTaken : undefined;
  }
}

const addressInvalid: UserError = {
  field: ['webhookSubscription', 'callbackUrl'],
  message: 'Address is invalid',
};

const addressTaken: UserError = {
  field: ['webhookSubscription', 'callbackUrl'],
  message: 'Address for this topic has already been taken',
};

export const isUserError = (result: WebhookSubscription | UserError): result is UserError => 'message' in result;
