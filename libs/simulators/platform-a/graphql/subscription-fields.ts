import type { SimulatedShop } from '../shop.js';
import { isUserError, type SubscriptionInput, type UserError, type WebhookSubscription } from '../subscriptions.js';
import { SUBSCRIBABLE_TOPICS, topicEnumOf, topicOfEnum } from '../topics.js';
import { type ListArguments, listConnection } from './connection.js';
import { gidOf, utc } from './view-helpers.js';

type Input = SubscriptionInput & { readonly callbackUrl?: string };

interface WriteArguments {
  readonly id?: string;
  readonly topic?: string;
  readonly webhookSubscription?: Input;
}

interface FilterArguments extends ListArguments {
  readonly topics?: readonly string[];
  readonly uri?: string;
  readonly callbackUrl?: string;
}

export const idOfGid = (gid: string): string => gid.slice(gid.lastIndexOf('/') + 1);

/** Root fields about webhook subscriptions, for one store and the scopes of the token that asks. */
export function subscriptionFields(shop: SimulatedShop, scopes: readonly string[], apiVersion: string) {
  const { subscriptions } = shop;
  const view = (subscription: WebhookSubscription) => ({
    __typename: 'WebhookSubscription',
    ...subscription,
    id: gidOf('WebhookSubscription', subscription.id),
    legacyResourceId: subscription.id,
    topic: topicEnumOf(subscription.topic),
    callbackUrl: subscription.uri,
    endpoint: { __typename: 'WebhookHttpEndpoint', callbackUrl: subscription.uri },
    apiVersion: { displayName: apiVersion, handle: apiVersion, supported: true },
    createdAt: utc(subscription.createdAt),
    updatedAt: utc(subscription.updatedAt),
  });
  const outcome = (result: WebhookSubscription | UserError) =>
    isUserError(result)
      ? { userErrors: [result], webhookSubscription: null }
      : { userErrors: [], webhookSubscription: view(result) };

  return {
    webhookSubscription: ({ id }: { id: string }) => {
      const known = subscriptions.get(idOfGid(id));
      return known ? view(known) : null;
    },
    webhookSubscriptions: (args: FilterArguments) => {
      const uri = args.uri ?? args.callbackUrl;
      const list = subscriptions
        .list()
        .filter((one) => !args.topics || args.topics.includes(topicEnumOf(one.topic)))
        .filter((one) => !uri || one.uri === uri);
      return listConnection(list, args, view);
    },
    webhookSubscriptionCreate: ({ topic: name = '', webhookSubscription = {} }: WriteArguments) => {
      const topic = topicOfEnum(name);
      if (!topic) return outcome({ field: ['topic'], message: 'Invalid topic specified' });
      const scope = SUBSCRIBABLE_TOPICS[topic];
      if (scope !== null && !grants(scopes, scope)) {
        const message = `You do not have permission to create or update webhooks with ${topic} topic.`;
        return outcome({ field: ['topic'], message });
      }
      return outcome(subscriptions.create(topic, normalised(webhookSubscription)));
    },
    webhookSubscriptionUpdate: ({ id = '', webhookSubscription = {} }: WriteArguments) =>
      outcome(subscriptions.update(idOfGid(id), normalised(webhookSubscription))),
    webhookSubscriptionDelete: ({ id = '' }: WriteArguments) =>
      subscriptions.delete(idOfGid(id))
        ? { deletedWebhookSubscriptionId: id, userErrors: [] }
        : {
            deletedWebhookSubscriptionId: null,
            userErrors: [{ field: ['id'], message: 'Webhook subscription does not exist' }],
          },
  };
}

/** `write_x` covers `read_x`. */
export const grants = (scopes: readonly string[], scope: string): boolean =>
  scopes.includes(scope) || scopes.includes(scope.replace('read_', 'write_'));

/** Both the current `uri` and the older `callbackUrl` name the address. */
function normalised({ callbackUrl, ...input }: Input): SubscriptionInput {
  const uri = input.uri ?? callbackUrl;
  return uri === undefined ? input : { ...input, uri };
}
