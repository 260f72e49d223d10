import { Injectable } from '@nestjs/common';
import {
  createHook,
  deleteHook,
  listHooks,
  PlatformBError,
  type PlatformBErrorKind,
  type PlatformBRest,
  readBlockedDomains,
  updateHook,
  WEBHOOK_SCOPES,
  WEBHOOK_TOKEN_HEADER,
} from '#libs/platform-b-client';
import { Runtime } from '../../config/runtime.js';
import { hostBlocked, topicRefused } from '../../retailers/webhook-problems.js';
import type { Reconciliation } from '../../stores/store-connector.js';
import { PlatformBStoresRepository } from '../client/stores.repository.js';
import { type HookAction, planHooks } from './webhook-plan.js';

/** Creates, updates and deletes the hooks of a store. */
@Injectable()
export class PlatformBWebhookRegistrationService {
  constructor(
    private readonly runtime: Runtime,
    private readonly stores: PlatformBStoresRepository,
  ) {}

  /**
   * Carries out the plan and reports the hooks afterwards. A hook that the platform refuses becomes a problem in the
   * report. The method is idempotent, also when it runs twice at the same time.
   * @throws {PlatformBError} where the platform is unavailable, over its limit, or refuses the token
   */
  async reconcile(retailerId: string, rest: PlatformBRest): Promise<Reconciliation> {
    const refusals = new Map<string, string>();
    const done: HookAction[] = [];
    const actions = await this.due(retailerId, rest);
    for (const action of actions) {
      const refusal = await carryOut(rest, action);
      if (refusal) refusals.set(scopeOf(action), refusal);
      else done.push(action);
    }
    // The hooks are listed again, because a concurrent run may have done what was refused here.
    const left = (actions.length > 0 ? await this.due(retailerId, rest) : []).filter(({ kind }) => kind !== 'delete');
    const missing = new Set(left.map(scopeOf));
    const problems = [...missing].map((scope) => topicRefused(scope, refusals.get(scope)));
    return {
      state: {
        registered: WEBHOOK_SCOPES.filter((scope) => !missing.has(scope)),
        problems: [...problems, ...(await this.blocks(rest))],
      },
      restored: done.filter(({ kind }) => kind !== 'delete').map(scopeOf),
      removed: done.filter(({ kind }) => kind === 'delete').map(scopeOf),
    };
  }

  /** The platform blocks a host for some time where too many deliveries to it fail. */
  private async blocks(rest: PlatformBRest): Promise<string[]> {
    const { hostname } = new URL(this.runtime.publicUrl);
    const isBlocked = (await readBlockedDomains(rest)).includes(hostname);
    return isBlocked ? [hostBlocked(hostname)] : [];
  }

  private async due(retailerId: string, rest: PlatformBRest): Promise<HookAction[]> {
    const token = await this.stores.webhookToken(retailerId);
    if (token === undefined) throw new Error('the store has no webhook token');
    const destination = `${this.runtime.publicUrl}/platform-b/webhook/order-status`;
    return planHooks(
      WEBHOOK_SCOPES,
      { destination, headers: { [WEBHOOK_TOKEN_HEADER]: token } },
      await listHooks(rest),
    );
  }
}

/** Refusals of one hook. A missing scope forbids the hooks of its resource only. */
const OF_ONE_HOOK = new Set<PlatformBErrorKind>(['bad_answer', 'not_found', 'forbidden']);

/** Returns why the platform refuses the action; undefined where the action is done. */
async function carryOut(rest: PlatformBRest, action: HookAction): Promise<string | undefined> {
  try {
    if (action.kind === 'create') await createHook(rest, action.hook);
    else if (action.kind === 'update') await updateHook(rest, action.id, action.hook);
    else await deleteHook(rest, action.id);
    return undefined;
  } catch (error) {
    if (error instanceof PlatformBError && OF_ONE_HOOK.has(error.kind)) return error.message;
    throw error;
  }
}

const scopeOf = (action: HookAction): string => (action.kind === 'delete' ? action.scope : action.hook.scope);
