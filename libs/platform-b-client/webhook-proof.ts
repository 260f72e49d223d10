import { hmacSha256, isBase64Hmac, timingSafeEqualText } from '#libs/crypto';

import type { WebhookHeaders } from './webhooks.js';

/**
 * - `absent`: no `v1` signature at all; other versions are not ours to judge
 * - `forged`: none of the signatures fits, or the headers that they cover are missing or broken
 * - `stale`: one fits, but the timestamp is too far from now
 */
export type SignatureVerdict = 'valid' | 'stale' | 'absent' | 'forged';

export type WebhookProofVerdict =
  | { outcome: 'ok'; by: ('token' | 'signature')[] }
  /** Nothing that proves anything. */
  | { outcome: 'unproven' }
  /** A proof is there and wrong, whatever the other one says. */
  | { outcome: 'forged' };

export interface WebhookProofOptions {
  /** Newest first. */
  clientSecrets: readonly string[];
  /** What the hook of this store was created with; undefined for a store without one. */
  expectedToken: string | undefined;
  now: Date;
  /** How far the timestamp may be from now, in both directions. Default 300. */
  toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURE_LENGTH = 4 * 1024;

/**
 * Verifies a signature after Standard Webhooks over the bytes as received. The key is the client secret's own bytes: a
 * library that wants the key in base64 is given base64(secret).
 */
function verifyStandardWebhook(
  { id, timestamp, signature }: WebhookHeaders,
  body: Uint8Array,
  { clientSecrets, now, toleranceSeconds = TOLERANCE_SECONDS }: Omit<WebhookProofOptions, 'expectedToken'>,
): SignatureVerdict {
  if (signature !== undefined && signature.length > MAX_SIGNATURE_LENGTH) return 'forged';
  const entries = (signature ?? '').split(' ').filter((entry) => entry.startsWith('v1,'));
  if (entries.length === 0) return 'absent';
  if (id === undefined || timestamp === undefined || !/^\d{1,11}$/.test(timestamp)) return 'forged';
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
  const expected = clientSecrets.map((secret) => `v1,${hmacSha256(secret, content).toString('base64')}`);
  const isSigned = entries.some((entry) => expected.some((signature) => timingSafeEqualText(entry, signature)));
  if (!isSigned) return 'forged';
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) <= toleranceSeconds ? 'valid' : 'stale';
}

/**
 * Whether the headers alone can be those of a delivery: a token, or a signature of the right form with what it covers.
 * Where they can't, no body makes them a proof.
 */
export function mayBeProven({ token, id, timestamp, signature }: WebhookHeaders): boolean {
  if (token !== undefined) return true;
  const entries = (signature ?? '').slice(0, MAX_SIGNATURE_LENGTH).split(' ');
  const isSigned = entries.some((entry) => entry.startsWith('v1,') && isBase64Hmac(entry.slice('v1,'.length)));
  return isSigned && id !== undefined && timestamp !== undefined;
}

/**
 * At least one valid proof, and no forged one. A stale signature is no proof and no forgery: it is open whether the
 * platform renews the timestamp on its retries, which go on for 48 hours.
 */
export function judgeWebhookProof(
  headers: WebhookHeaders,
  body: Uint8Array,
  options: WebhookProofOptions,
): WebhookProofVerdict {
  const { expectedToken } = options;
  const { token } = headers;
  const signature = verifyStandardWebhook(headers, body, options);
  const hasToken = token !== undefined;
  const tokenFits = hasToken && expectedToken !== undefined && timingSafeEqualText(token, expectedToken);
  if (signature === 'forged' || (hasToken && !tokenFits)) return { outcome: 'forged' };
  const by: ('token' | 'signature')[] = [];
  if (tokenFits) by.push('token');
  if (signature === 'valid') by.push('signature');
  return by.length > 0 ? { outcome: 'ok', by } : { outcome: 'unproven' };
}
