import { malformed } from '#libs/kernel';
import { type InstallGrant, parseStoreContext } from '#libs/platform-b-client';

/** The request in the query of the auth route. */
export type InstallRequest =
  { readonly kind: 'start' } | { readonly kind: 'finish'; readonly grant: InstallGrant; readonly isExternal: boolean };

const GRANT = ['code', 'scope', 'context'] as const;
const LONGEST = 2_048;

/** 400 for every query that is not a start and lacks a part of what the platform sends at the end of an install. */
export function readInstallQuery(query: URLSearchParams): InstallRequest {
  // The text of `error` comes from the sender and is not repeated.
  if (query.has('error')) throw malformed('access_denied', 'The merchant did not grant access; nothing was installed.');
  if (GRANT.every((name) => !query.has(name))) return { kind: 'start' };
  const [code, scope, context] = GRANT.map((name) => single(query, name));
  if (!code || !scope || !context || parseStoreContext(context) === undefined) {
    throw malformed('malformed_query', 'code, scope and context (stores/{hash}) belong together, each given once.');
  }
  return { kind: 'finish', grant: { code, scope, context }, isExternal: query.has('external_install') };
}

function single(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name);
  return more.length === 0 && value && value.length <= LONGEST ? value : undefined;
}
