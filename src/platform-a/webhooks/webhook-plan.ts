import { topicEnum, type WebhookSubscription } from '#libs/platform-a-client';

/** One step towards the wanted subscriptions. `topic` as in the header, for people also where it is not ours. */
export type SubscriptionAction =
  | { readonly kind: 'create'; readonly topic: string }
  | { readonly kind: 'update'; readonly topic: string; readonly id: string }
  | { readonly kind: 'delete'; readonly topic: string; readonly id: string };

/**
 * What turns the existing subscriptions into one for each wanted topic, all at our address. Pure.
 *
 * A topic that goes to another web address (where we lived before) is moved. Doubles at our address, and what we do
 * not want there, are deleted. Everything else belongs to somebody else and stays: other topics at other addresses, and
 * ways of delivery that are no web address.
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
