import { topicEnum, type WebhookSubscription } from '#libs/platform-a-client';

/** One step to the wanted subscriptions. `topic` is as in the header, or the platform's name of an unwanted topic. */
export type SubscriptionAction =
  | { readonly kind: 'create'; readonly topic: string }
  | { readonly kind: 'update'; readonly topic: string; readonly id: string }
  | { readonly kind: 'delete'; readonly topic: string; readonly id: string };

/**
 * The steps to one subscription for each wanted topic, all at our address. Pure.
 *
 * A wanted topic at another web address, such as our previous one, is moved. Duplicates and unwanted topics at our
 * address are deleted. The rest is left unchanged: other topics at other addresses, and destinations that are no web
 * address.
 */
export function reconcile(
  topics: readonly string[],
  address: string,
  existing: readonly WebhookSubscription[],
): SubscriptionAction[] {
  const names = new Map(topics.map((topic) => [topicEnum(topic), topic]));
  const here = existing.filter(({ uri }) => uri === address);
  const elsewhere = existing.filter(({ uri }) => uri !== undefined && uri !== address && /^https?:/.test(uri));
  const kept = new Map(here.filter(({ topic }) => names.has(topic)).map(({ topic, id }) => [topic, id]));
  const deletes = here
    .filter(({ topic, id }) => kept.get(topic) !== id)
    .map(({ topic, id }): SubscriptionAction => ({ kind: 'delete', topic: names.get(topic) ?? topic, id }));
  const missing = [...names].filter(([name]) => !kept.has(name));
  const additions = missing.map(([name, topic]): SubscriptionAction => {
    const movable = elsewhere.find((subscription) => subscription.topic === name);
    return movable ? { kind: 'update', topic, id: movable.id } : { kind: 'create', topic };
  });
  return [...additions, ...deletes];
}
