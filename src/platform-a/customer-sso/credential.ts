import type { IncomingHttpHeaders } from 'node:http';
import { malformed, unauthenticated } from '#libs/kernel';

/** The credential of a sign-on, not yet proven. */
export type Credential =
  | { readonly kind: 'session-token'; readonly token: string }
  /** The whole query, because the signature covers every parameter. */
  | { readonly kind: 'app-proxy'; readonly rawQuery: string }
  | { readonly kind: 'multipass'; readonly body: object };

export interface SignOnRequest {
  readonly authorization: IncomingHttpHeaders['authorization'];
  /** As received, without the question mark. */
  readonly rawQuery: string;
  /** The raw bytes. Behind an app proxy any visitor can choose them. */
  readonly body: Buffer;
}

/**
 * The credential of a request; 400 where there are several, 401 where there is none. A body counts only if it is a JSON
 * object with a `multipassToken`.
 */
export function readCredential(request: SignOnRequest): Credential {
  const [credential, ...more] = credentialsOf(request);
  if (more.length > 0) {
    throw malformed('several_credentials', 'A session token, a signed query and a Multipass token exclude each other.');
  }
  if (credential) return credential;
  throw unauthenticated(
    'not_authenticated',
    'Send a session token, the signed query of an app proxy, or a store with a Multipass token.',
  );
}

function credentialsOf({ authorization, rawQuery, body }: SignOnRequest): Credential[] {
  const json = jsonObject(body);
  return [
    ...(authorization === undefined ? [] : [{ kind: 'session-token' as const, token: bearerOf(authorization) }]),
    ...(new URLSearchParams(rawQuery).has('signature') ? [{ kind: 'app-proxy' as const, rawQuery }] : []),
    ...(json && Object.hasOwn(json, 'multipassToken') ? [{ kind: 'multipass' as const, body: json }] : []),
  ];
}

/** Empty for another scheme; the empty token is then refused as invalid. */
const bearerOf = (authorization: string): string => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';

function jsonObject(body: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
