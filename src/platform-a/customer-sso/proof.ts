import { sha256Hex } from '#libs/crypto';
import { unauthenticated } from '#libs/kernel';
import { verifyAppProxy, verifyMultipass, verifySessionToken } from '#libs/platform-a-client';
import type { PlatformAConfig } from '../../config/app-config.js';

/** Identifies a proof that is accepted for one sign-on. */
export interface SingleUse {
  /** sha256, hex. */
  readonly hash: string;
  /** From this time on the proof is refused as stale. */
  readonly expiresAt: Date;
}

/** The proven identity of a customer, by the platform or by the store's own site. */
export interface Proof {
  /** The store's domain, lower case. */
  readonly shop: string;
  readonly customer: { readonly externalId: string } | { readonly email: string };
  /** Null for session tokens, which extensions send repeatedly. */
  readonly singleUse: SingleUse | null;
  /** Identifies a session token among those of its store; null for a proof that is accepted once. */
  readonly tokenName: string | null;
}

/** One answer for every invalid proof, so that a forger learns nothing from it. */
export const invalidProof = (): Error =>
  unauthenticated('invalid_proof', 'The proof of identity is wrong, used or out of date.');

const notLoggedIn = (): Error =>
  unauthenticated('customer_not_logged_in', 'The proof is valid for the store, but no customer is logged in there.');

type App = Pick<PlatformAConfig, 'clientId' | 'clientSecrets' | 'shopSuffixes'>;

export function proveSessionToken(token: string, app: App, now: Date): Proof {
  const { clientId, clientSecrets: secrets, shopSuffixes } = app;
  const verdict = verifySessionToken(token, { clientId, secrets, shopSuffixes, now });
  if (verdict.outcome === 'nobody') throw notLoggedIn();
  // A session token of the store's staff is signed with the same key and is refused here.
  if (verdict.outcome !== 'ok' || verdict.token.subject.kind !== 'customer') throw invalidProof();
  const { shop, subject, jti } = verdict.token;
  return { shop, customer: { externalId: subject.externalId }, singleUse: null, tokenName: jti ?? token };
}

export function proveAppProxy(rawQuery: string, { clientSecrets, shopSuffixes }: App, now: Date): Proof {
  const verdict = verifyAppProxy(rawQuery, clientSecrets, { shopSuffixes, now });
  if (verdict.outcome !== 'ok') throw invalidProof();
  const { shop, customerId: externalId, signature, staleAt } = verdict.visitor;
  if (externalId === null) throw notLoggedIn();
  return {
    shop,
    customer: { externalId },
    singleUse: { hash: sha256Hex(signature), expiresAt: staleAt },
    tokenName: null,
  };
}

/** @param secret the store's Multipass secret; undefined where none is configured */
export function proveMultipass(shop: string, token: string, secret: string | undefined, now: Date): Proof {
  const verdict = secret === undefined ? undefined : verifyMultipass(token, secret, { now });
  if (verdict?.outcome !== 'ok') throw invalidProof();
  const { email, tokenHash, staleAt } = verdict.claims;
  return {
    shop,
    customer: { email: email.toLowerCase() },
    singleUse: { hash: tokenHash, expiresAt: staleAt },
    tokenName: null,
  };
}
