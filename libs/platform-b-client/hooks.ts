import { fieldsOf } from './claims.js';
import { readAllV3 } from './paging.js';
import { PlatformBError } from './platform-b-error.js';
import type { PlatformBRest } from './rest.js';
import type { WireHook } from './wire-types.js';

export interface HookInput {
  scope: string;
  /** https on port 443. */
  destination: string;
  /** The platform sends them with every delivery. Names have at most 64 characters, values 8 KB. */
  headers: Readonly<Record<string, string>>;
}

/** The hooks of this client in the store. The default filter is all scopes and destinations. */
export async function listHooks(
  rest: PlatformBRest,
  filter: Partial<Pick<HookInput, 'scope' | 'destination'>> = {},
): Promise<WireHook[]> {
  return readAllV3<WireHook>(rest, '/v3/hooks', { scope: filter.scope, destination: filter.destination });
}

/**
 * Creates an active hook. Only one hook with the same scope and destination may exist, so list the hooks first. The
 * first delivery may take a minute.
 * @throws {PlatformBError} `bad_answer` where the platform refuses the scope, the destination or a second hook
 */
export async function createHook(rest: PlatformBRest, { scope, destination, headers }: HookInput): Promise<WireHook> {
  return readHook(await rest.call('POST', '/v3/hooks', {}, { scope, destination, headers, is_active: true }));
}

/**
 * Sets the headers and the destination of a hook, and activates it.
 * @throws {PlatformBError} `not_found` where the hook no longer exists
 */
export async function updateHook(rest: PlatformBRest, hookId: string, input: HookInput): Promise<WireHook> {
  const { scope, destination, headers } = input;
  const body = { scope, destination, headers, is_active: true };
  return readHook(await rest.call('PUT', `/v3/hooks/${encodeURIComponent(hookId)}`, {}, body));
}

/** @returns false where the hook did not exist */
export async function deleteHook(rest: PlatformBRest, hookId: string): Promise<boolean> {
  try {
    await rest.call('DELETE', `/v3/hooks/${encodeURIComponent(hookId)}`);
    return true;
  } catch (error) {
    if (error instanceof PlatformBError && error.kind === 'not_found') return false;
    throw error;
  }
}

/** The domains that the platform blocks at the moment, because too many deliveries to them failed. */
export async function readBlockedDomains(rest: PlatformBRest): Promise<string[]> {
  const { data } = fieldsOf(await rest.call('GET', '/v3/hooks/admin'));
  const domains: unknown = fieldsOf(data)['blocked_domains'];
  return Array.isArray(domains) ? domains.filter((domain): domain is string => typeof domain === 'string') : [];
}

function readHook(body: unknown): WireHook {
  const { data } = fieldsOf(body);
  const { id, scope, destination } = fieldsOf(data);
  const isId = typeof id === 'number' || typeof id === 'string';
  if (isId && typeof scope === 'string' && typeof destination === 'string') return data as WireHook;
  throw new PlatformBError('bad_answer', 'the answer of platform B is not a hook');
}
