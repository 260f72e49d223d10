import type { PlatformAGraphql } from './graphql.js';
import {
  PAGE_SIZES,
  WEBHOOK_SUBSCRIPTION_CREATE,
  WEBHOOK_SUBSCRIPTION_DELETE,
  WEBHOOK_SUBSCRIPTION_UPDATE,
  WEBHOOK_SUBSCRIPTIONS,
} from './operations.js';
import { collectPages } from './paging.js';
import type { Connection } from './paging.js';
import { topicEnum } from './webhooks.js';

export interface WebhookSubscription {
  id: string;
  /** As in GraphQL: ORDERS_CREATE. */
  topic: string;
  /** The address of the deliveries. */
  uri?: string;
}

/** `problem` is the platform's own explanation, for people to read. */
export type MutationOutcome = { ok: true; id: string } | { ok: false; problem: string };

interface Payload {
  webhookSubscription?: { id: string } | null;
  deletedWebhookSubscriptionId?: string | null;
  userErrors: { field: string[] | null; message: string }[];
}

/** All subscriptions that this app has created in the store through the API. */
export async function listWebhookSubscriptions(graphql: PlatformAGraphql): Promise<WebhookSubscription[]> {
  const first = PAGE_SIZES.webhookSubscriptions;
  return collectPages(async (after) => {
    const data = await graphql.query<{ webhookSubscriptions: Connection<WebhookSubscription> }>(WEBHOOK_SUBSCRIPTIONS, {
      first,
      after,
    });
    return data.webhookSubscriptions;
  });
}

/** @param topic as in the header: `orders/create` */
export async function createWebhookSubscription(
  graphql: PlatformAGraphql,
  topic: string,
  uri: string,
): Promise<MutationOutcome> {
  const variables = { topic: topicEnum(topic), webhookSubscription: { uri } };
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
): Promise<MutationOutcome> {
  const variables = { id, webhookSubscription: { uri } };
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
