import { Injectable } from '@nestjs/common';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  listWebhookSubscriptions,
  type MutationOutcome,
  PlatformAError,
  type PlatformAGraphql,
  missingScopes,
  SCOPE_OF_TOPIC,
  type Topic,
  TOPICS,
  updateWebhookSubscription,
} from '#libs/platform-a-client';
import { Runtime } from '../../config/runtime.js';
import { topicRefused, topicWithoutScope } from '../../retailers/webhook-problems.js';
import type { Reconciliation } from '../../stores/store-connector.js';
import type { OpenStore } from '../client/store.client.js';
import { reconcile, type SubscriptionAction } from './webhook-plan.js';

/** Creates, updates and deletes the webhook subscriptions of a store. Topics are named as in the header. */
@Injectable()
export class PlatformAWebhookRegistrationService {
  constructor(private readonly runtime: Runtime) {}

  /**
   * Carries out the plan and reports the subscriptions afterwards. A topic that the platform refuses becomes a problem
   * in the report. The method is idempotent, also when it runs twice at the same time.
   * @throws {PlatformAError} where the platform is unavailable, over its limit, or refuses the token
   */
  async reconcile({ graphql, scopes }: Pick<OpenStore, 'graphql' | 'scopes'>): Promise<Reconciliation> {
    const wanted = TOPICS.filter((topic) => isGranted(topic, scopes));
    const refusals = new Map<SubscriptionAction['topic'], string>();
    const done: SubscriptionAction[] = [];
    const actions = await this.due(graphql, wanted);
    for (const action of actions) {
      const outcome = await this.carryOut(graphql, action).catch(refusalOf);
      if (outcome.ok) done.push(action);
      else refusals.set(action.topic, outcome.problem);
    }
    // The subscriptions are listed again, because a concurrent run may have done what was refused here.
    const left = actions.length > 0 ? await this.due(graphql, wanted) : [];
    const unregistered = new Set(left.filter(({ kind }) => kind !== 'delete').map(({ topic }) => topic));
    const state = {
      registered: wanted.filter((topic) => !unregistered.has(topic)),
      problems: [
        ...left.map(({ topic }) => topicRefused(topic, refusals.get(topic))),
        ...TOPICS.filter((topic) => !wanted.includes(topic)).map((topic) =>
          topicWithoutScope(topic, SCOPE_OF_TOPIC[topic] ?? ''),
        ),
      ],
    };
    const removed = done.filter(({ kind }) => kind === 'delete');
    const restored = done.filter(({ kind }) => kind !== 'delete');
    return { state, restored: topicsOf(restored), removed: topicsOf(removed) };
  }

  private get address(): string {
    return `${this.runtime.publicUrl}/platform-a/webhooks`;
  }

  private async due(graphql: PlatformAGraphql, wanted: readonly Topic[]): Promise<SubscriptionAction[]> {
    return reconcile(wanted, this.address, await listWebhookSubscriptions(graphql));
  }

  private carryOut(graphql: PlatformAGraphql, action: SubscriptionAction): Promise<MutationOutcome> {
    if (action.kind === 'create') return createWebhookSubscription(graphql, action.topic, this.address);
    if (action.kind === 'update') return updateWebhookSubscription(graphql, action.id, this.address);
    return deleteWebhookSubscription(graphql, action.id);
  }
}

/** A topic whose scope is missing is not asked for: the platform would refuse it at every check. */
function isGranted(topic: Topic, scopes: readonly string[]): boolean {
  const scope = SCOPE_OF_TOPIC[topic];
  return scope === undefined || missingScopes(scopes, [scope]).length === 0;
}

const topicsOf = (actions: readonly SubscriptionAction[]): string[] => actions.map(({ topic }) => topic);

/** The platform refuses a topic without scope or approval either by this error or in the mutation's outcome. */
function refusalOf(error: unknown): MutationOutcome {
  if (error instanceof PlatformAError && error.code === 'ACCESS_DENIED') return { ok: false, problem: error.message };
  throw error;
}
