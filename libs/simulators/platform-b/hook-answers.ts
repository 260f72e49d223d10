import { type Hook, type HookProblem, type HookRegistry, isHookProblem } from './hook-registry.js';
import type { Json } from './json.js';
import type { Query } from './lists.js';
import type { SimulatedStore } from './store.js';

const CLIENT = 'm9r6keqmo7h7f23btnpwernbez1kglkl';

const view = (hook: Hook, store?: SimulatedStore): Json => ({
  ...hook,
  client_id: CLIENT,
  ...(store && { store_hash: store.hash }),
});

export function hookAnswer(store: SimulatedStore, result: Hook | HookProblem) {
  if (!isHookProblem(result)) return { status: 200, body: { data: view(result, store), meta: {} } };
  return { status: result.status, body: { ...result, type: '/api-docs/getting-started/api-status-codes' } };
}

export function hooksList(hooks: HookRegistry, { scope, destination }: Query): Json[] {
  return hooks
    .list()
    .filter((hook) => scope === undefined || hook.scope === scope)
    .filter((hook) => destination === undefined || hook.destination === destination)
    .map((hook) => view(hook));
}

export function hooksAdmin({ hooks }: SimulatedStore): Json {
  const list = hooks.list().map((hook) => view(hook));
  return { data: { emails: [], hooks_list: list, blocked_domains: hooks.blockedDomains }, meta: {} };
}
