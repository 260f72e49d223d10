import type { FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_SECONDS } from '../../auth/one-time-codes.service.js';
import type { Proofs } from './oidc-provider.client.js';

/** What the browser keeps while the person is at the provider. */
export interface PendingSignIn extends Proofs {
  /** The path of the studio to show afterwards. */
  readonly to: string;
}

/** As for the session's cookie: the prefix needs https, and keeps neighbouring hosts from setting the cookie. */
const nameOf = (secure: boolean): string => (secure ? '__Host-rekindle-sign-in' : 'rekindle-sign-in');

const optionsOf = (secure: boolean) => ({ path: '/', httpOnly: true, secure, sameSite: 'lax' }) as const;

export function setPending(reply: FastifyReply, pending: PendingSignIn, secure: boolean): void {
  const value = Buffer.from(JSON.stringify(pending)).toString('base64url');
  void reply.setCookie(nameOf(secure), value, { ...optionsOf(secure), maxAge: SIGN_IN_SECONDS });
}

/** The sign-in that this browser has begun, which then is over; undefined where it has begun none. */
export function takePending(request: FastifyRequest, reply: FastifyReply, secure: boolean): PendingSignIn | undefined {
  const name = nameOf(secure);
  const value = request.cookies[name];
  void reply.clearCookie(name, optionsOf(secure));
  try {
    const pending: unknown = JSON.parse(Buffer.from(value ?? '', 'base64url').toString());
    return isPending(pending) ? pending : undefined;
  } catch {
    return undefined;
  }
}

const isPending = (value: unknown): value is PendingSignIn =>
  typeof value === 'object' &&
  value !== null &&
  (['state', 'nonce', 'verifier', 'to'] as const).every(
    (key) => typeof (value as Partial<PendingSignIn>)[key] === 'string',
  );
