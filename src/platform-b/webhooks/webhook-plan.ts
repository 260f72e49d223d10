import type { HookInput, WireHook } from '#libs/platform-b-client';

/** One step towards the wanted hooks. */
export type HookAction =
  | { readonly kind: 'create'; readonly hook: HookInput }
  | { readonly kind: 'update'; readonly hook: HookInput; readonly id: string }
  | { readonly kind: 'delete'; readonly scope: string; readonly id: string };

/**
 * The steps to one active hook for each wanted scope, at our address and with our header. Pure. A hook of a wanted
 * scope at another address, such as our previous one, is moved. Every other hook at our address is deleted. The rest is
 * left unchanged. The platform lists only hooks of our client.
 */
export function planHooks(
  scopes: readonly string[],
  { destination, headers }: Omit<HookInput, 'scope'>,
  existing: readonly WireHook[],
): HookAction[] {
  const kept = new Set<WireHook>();
  const wanted = scopes.flatMap((scope): HookAction[] => {
    const hook = { scope, destination, headers };
    const ofScope = existing.filter((each) => each.scope === scope);
    const present = ofScope.find((each) => each.destination === destination) ?? ofScope[0];
    if (!present) return [{ kind: 'create', hook }];
    kept.add(present);
    return isRight(present, hook) ? [] : [{ kind: 'update', hook, id: String(present.id) }];
  });
  const superfluous = existing.filter((each) => each.destination === destination && !kept.has(each));
  return [...wanted, ...superfluous.map(({ scope, id }): HookAction => ({ kind: 'delete', scope, id: String(id) }))];
}

function isRight(present: WireHook, { destination, headers }: HookInput): boolean {
  const has = new Map(Object.entries(present.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const hasHeaders = Object.entries(headers).every(([name, value]) => has.get(name.toLowerCase()) === value);
  return present.is_active && present.destination === destination && hasHeaders;
}
