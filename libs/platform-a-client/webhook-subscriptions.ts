import type { PlatformAGraphql } from './graphql.js';
import {
  PAGE_SIZES,
  WEBHOOK_SUBSCRIPTION_CREATE,
  WEBHOOK_SUBSCRIPTION_DELETE,
  WEBHOOK_SUBSCRIPTION_UPDATE,
  WEBHOOK_SUBSCRIPTIONS,
  WEBHOOK_SUBSCRIPTIONS_BY_ENDPOINT,
} from './operations.js';
import { collectPages } from './paging.js';
import type { Connection } from './paging.js';
import { topicEnum } from './webhooks.js';

/** The input field with our address: `uri` since API version 2025-10, `callbackUrl` before. */
export type AddressField = 'uri' | 'callbackUrl';

export interface WebhookSubscription {
  id: string;
  /** As in GraphQL: ORDERS_CREATE. */
  topic: string;
  /** Where the deliveries go; undefined for what is not an HTTP address in old API versions. */
  uri?: string;
}

/** `problem` is the platform's own explanation, for people. */
export type MutationOutcome = { ok: true; id: string } | { ok: false; problem: string };

interface SubscriptionNode {
  id: string;
  topic: string;
  uri?: string;
  endpoint?: { callbackUrl?: string };
}

interface Payload {
  webhookSubscription?: { id: string } | null;
  deletedWebhookSubscriptionId?: string | null;
  userErrors: { field: string[] | null; message: string }[];
}

/** All subscriptions that this app has made in the store by API. */
export async function listWebhookSubscriptions(
  graphql: PlatformAGraphql,
  addressField: AddressField = 'uri',
): Promise<WebhookSubscription[]> {
  const document = addressField === 'uri' ? WEBHOOK_SUBSCRIPTIONS : WEBHOOK_SUBSCRIPTIONS_BY_ENDPOINT;
  const first = PAGE_SIZES.webhookSubscriptions;
  const nodes = await collectPages(async (after) => {
    const data = await graphql.query<{ webhookSubscriptions: Connection<SubscriptionNode> }>(document, {
      first,
      after,
    });
    return data.webhookSubscriptions;
  });
  return nodes.map(({ id, topic, uri, endpoint }) => ({ id, topic, uri: uri ?? endpoint?.callbackUrl }));
}

/** @param topic as in the header: `orders/create` */
export async function createWebhookSubscription(
  graphql: PlatformAGraphql,
  topic: string,
  uri: string,
  addressField: AddressField = 'uri',
): Promise<MutationOutcome> {
  const variables = { topic: topicEnum(topic), webhookSubscription: { [addressField]: uri } };
  const data = await graphql.query<{ webhookSubscriptionCreate: Payload | null }>(
    WEBHOOK_SUBSCRIPTION_CREATE,
    variables,
  );
  return outcomeOf(data.webhookSubscriptionCreate);
}

/** Moves a subscription to another address. */
export async function updateWebhookSubscription(
  graphql: PlatformAGraphql,
  id: string,
  uri: string,
  addressField: AddressField = 'uri',
): Promise<MutationOutcome> {
  const variables = { id, webhookSubscription: { [addressField]: uri } };
  const data = await graphql.query<{ webhookSubscriptionUpdate: Payload | null }>(
    WEBHOOK_SUBSCRIPTION_UPDATE,
    variables,
  );
  return outcomeOf(data.webhookSubscriptionUpdate);
}

export async function deleteWebhookSubscription(graphql: PlatformAGraphql, id: string): Promise<MutationOutcome> {
  const data = await graphql.query<{ webhookSubscriptionDelete: Payload | null }>(WEBHOOK_SUBSCRIPTION_DELETE, { id });
  return outcomeOf(data.webhookSubscriptionDelete);
}

function outcomeOf(payload: Payload | null): MutationOutcome {
  const id = payload?.webhookSubscription?.id ?? payload?.deletedWebhookSubscriptionId;
  const problems = payload?.userErrors.map(({ message }) => message) ?? [];
  if (id && problems.length === 0) return { ok: true, id };
  return { ok: false, problem: problems.join(' ') || 'no reason was given' };
}
