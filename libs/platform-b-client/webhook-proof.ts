import { hmacSha256, isBase64Hmac, timingSafeEqualText } from '#libs/crypto';

import type { WebhookHeaders } from './webhooks.js';

/**
 * - `absent`: no `v1` signature; other versions are ignored
 * - `forged`: no signature matches, or the headers that they cover are missing or malformed
 * - `stale`: a signature matches, but the timestamp is too far from now
 */
export type SignatureVerdict = 'valid' | 'stale' | 'absent' | 'forged';

export type WebhookProofVerdict =
  | { outcome: 'ok'; by: ('token' | 'signature')[] }
  /** No valid proof. */
  | { outcome: 'unproven' }
  /** One proof is invalid, even if another one is valid. */
  | { outcome: 'forged' };

export interface WebhookProofOptions {
  /** Newest first. */
  clientSecrets: readonly string[];
  /** The token with which the store's hook was created; undefined for a store without one. */
  expectedToken: string | undefined;
  now: Date;
  /** The largest distance of the timestamp from now, in both directions. Default 300. */
  toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURE_LENGTH = 4 * 1024;

/**
 * Verifies a signature after Standard Webhooks over the bytes as received. The key is the bytes of the client secret. A
 * library that expects the key in base64 gets base64(secret).
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
 * Whether the headers can contain a proof: a token, or a well-formed signature with the headers that it covers. Without
 * either, no body can be proven.
 */
export function mayBeProven({ token, id, timestamp, signature }: WebhookHeaders): boolean {
  if (token !== undefined) return true;
  const entries = (signature ?? '').slice(0, MAX_SIGNATURE_LENGTH).split(' ');
  const isSigned = entries.some((entry) => entry.startsWith('v1,') && isBase64Hmac(entry.slice('v1,'.length)));
  return isSigned && id !== undefined && timestamp !== undefined;
}

/**
 * Requires at least one valid proof and no forged one. A stale signature counts as neither, because the platform does
 * not document whether its retries, which continue for 48 hours, have a new timestamp.
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
