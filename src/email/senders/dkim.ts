import { createPublicKey, type KeyObject } from 'node:crypto';
import type { DkimKey } from '#libs/mailer';
import { failed, type Finding, passed, say, txt, unknown } from './finding.js';
import { tagsOf } from './tags.js';
import type { TxtResolver } from './txt-resolver.js';

/** RFC 8301: receivers must ignore shorter keys. */
const LEAST_BITS = 1_024;

/** Looks for the public half of the configured key in the DNS (RFC 6376, section 3.6.1). */
export async function checkDkim(key: DkimKey | undefined, resolver: TxtResolver): Promise<Finding> {
  if (!key) return unknown(say('dkim_unsigned', {}));
  const host = `${key.selector}._domainkey.${key.domain}`;
  const ours = createPublicKey(key.privateKey);
  const fix = txt(host, `v=DKIM1; k=rsa; p=${bytesOf(ours)}`);
  const records = (await resolver.txt(host)).map(tagsOf).filter((tags) => tags.has('p'));
  const [tags] = records;
  if (!tags) return failed(say('dkim_missing', { host }), fix);
  if (records.length > 1) return failed(say('dkim_several', { count: records.length, host }), fix);
  const published = (tags.get('p') ?? '').replaceAll(/\s/g, '');
  if (published === '') return failed(say('dkim_revoked', { host }), fix);
  const there = keyOf(tags.get('k') ?? 'rsa', published);
  if (!there) return failed(say('dkim_unreadable', { host }), fix);
  const bits = there.asymmetricKeyDetails?.modulusLength ?? LEAST_BITS;
  if (bits < LEAST_BITS) return failed(say('dkim_short', { host, bits }));
  if (!there.equals(ours)) return failed(say('dkim_other', { host }), fix);
  return passed(say('dkim_valid', { host, bits }));
}

const bytesOf = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64');

/** Undefined for a key that is no RSA key, because this service signs by RSA only. */
function keyOf(kind: string, base64: string): KeyObject | undefined {
  if (kind.toLowerCase() !== 'rsa') return undefined;
  const key = Buffer.from(base64, 'base64');
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      return createPublicKey({ key, format: 'der', type });
    } catch {
      // Old tools publish the other form.
    }
  }
  return undefined;
}
