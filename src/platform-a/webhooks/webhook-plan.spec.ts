import { topicEnum, TOPICS, type WebhookSubscription } from '#libs/platform-a-client';
import { describe, expect, it } from 'vitest';
import { reconcile, type SubscriptionAction } from './webhook-plan.js';

const HERE = 'https://app.example/platform-a/webhooks';
const BEFORE = 'https://old.example/platform-a/webhooks';

let lastId = 0;
const subscription = (topic: string, uri = HERE): WebhookSubscription => ({
  id: `gid://shopify/WebhookSubscription/${(lastId += 1)}`,
  topic: topicEnum(topic),
  uri,
});

/** What the platform would hold afterwards. */
function carriedOut(existing: readonly WebhookSubscription[], actions: readonly SubscriptionAction[]) {
  const after = new Map(existing.map((one) => [one.id, one]));
  for (const action of actions) {
    if (action.kind === 'delete') after.delete(action.id);
    else if (action.kind === 'create') {
      const created = subscription(action.topic);
      after.set(created.id, created);
    } else {
      const moved = after.get(action.id);
      if (moved) after.set(action.id, { ...moved, uri: HERE });
    }
  }
  return [...after.values()];
}

describe('reconcile', () => {
  it('creates every topic in a store that has none', () => {
    expect(reconcile(TOPICS, HERE, [])).toEqual(TOPICS.map((topic) => ({ kind: 'create', topic })));
  });

  it('leaves alone what is right', () => {
    const existing = TOPICS.map((topic) => subscription(topic));
    expect(reconcile(TOPICS, HERE, existing)).toEqual([]);
  });

  it('moves a topic at a previous address', () => {
    const old = subscription('orders/create', BEFORE);
    expect(reconcile(['orders/create'], HERE, [old])).toEqual([{ kind: 'update', topic: 'orders/create', id: old.id }]);
  });

  it('moves nothing onto a topic that is here already, since the address would be taken', () => {
    const existing = [subscription('orders/create', BEFORE), subscription('orders/create')];
    expect(reconcile(['orders/create'], HERE, existing)).toEqual([]);
  });

  it('deletes a double and keeps one', () => {
    const existing = [subscription('orders/create'), subscription('orders/create')];
    const actions = reconcile(['orders/create'], HERE, existing);
    expect(actions).toHaveLength(1);
    expect(carriedOut(existing, actions)).toHaveLength(1);
  });

  it('deletes a topic that we do not want here, by the name that the platform gave it', () => {
    const stray = subscription('carts/update');
    expect(reconcile(['orders/create'], HERE, [stray, subscription('orders/create')])).toEqual([
      { kind: 'delete', topic: 'CARTS_UPDATE', id: stray.id },
    ]);
  });

  it('leaves alone what goes to somebody else', () => {
    const queue = subscription('orders/create', 'arn:aws:events:eu-west-1::event-source/shop');
    const unknown = { ...subscription('orders/create'), uri: undefined };
    const foreign = subscription('carts/update', BEFORE);
    expect(reconcile(['orders/create'], HERE, [queue, unknown, foreign])).toEqual([
      { kind: 'create', topic: 'orders/create' },
    ]);
  });

  it('has nothing left to do once its actions are carried out', () => {
    const existing = [
      subscription('orders/create', BEFORE),
      subscription('orders/updated'),
      subscription('orders/updated'),
      subscription('carts/update'),
      subscription('products/update', 'pubsub://project:topic'),
    ];
    const after = carriedOut(existing, reconcile(TOPICS, HERE, existing));
    expect(reconcile(TOPICS, HERE, after)).toEqual([]);
  });
});
