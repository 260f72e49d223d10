import { hmacSha256, isBase64Hmac, timingSafeEqualText } from '#libs/crypto';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const TOLERANCE_MS = 5 * 60_000;

interface SignedHead {
  readonly id: string;
  readonly timestamp: string;
  readonly signatures: readonly string[];
}

/** The signature headers, or what is wrong with them. Needs no body. */
export function readReportHead(headers: Headers, now: number): SignedHead | string {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  });
  if (!id || !timestamp || !signatures) return 'webhook-id, webhook-timestamp and webhook-signature are required.';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * 1_000) > TOLERANCE_MS) {
    return 'The timestamp is more than five minutes off.';
  }
  const given = signatures.split(' ').slice(0, 10);
  const wellFormed = given.filter((one) => one.startsWith('v1,') && isBase64Hmac(one.slice('v1,'.length)));
  return wellFormed.length > 0 ? { id, timestamp, signatures: wellFormed } : 'There is no signature of version 1.';
}

/**
 * Standard Webhooks 1.0: `webhook-signature` is a list, separated by spaces, of `v1,` and the base64 HMAC-SHA256 of
 * `<webhook-id>.<webhook-timestamp>.<body>`. The timestamp is in seconds and at most five minutes off. The key is the
 * secret's text. Returns what is wrong, or undefined.
 */
export function verifyReport(
  secrets: readonly string[],
  headers: Headers,
  body: Buffer,
  now: number,
): string | undefined {
  const head = readReportHead(headers, now);
  if (typeof head === 'string') return head;
  const signed = Buffer.concat([Buffer.from(`${head.id}.${head.timestamp}.`), body]);
  const expected = secrets.map((secret) => `v1,${hmacSha256(secret, signed).toString('base64')}`);
  return head.signatures.some((signature) => expected.some((one) => timingSafeEqualText(one, signature)))
    ? undefined
    : 'The signature does not match the body.';
}
