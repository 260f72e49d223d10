import { createPublicKey, type KeyObject } from 'node:crypto';
import type { DkimKey } from '#libs/mailer';
import { failed, type Finding, passed, txt, unknown } from './finding.js';
import { tagsOf } from './tags.js';
import type { TxtResolver } from './txt-resolver.js';

/** RFC 8301: receivers must ignore shorter keys. */
const LEAST_BITS = 1_024;

/** Looks for the public half of the configured key in the DNS (RFC 6376, section 3.6.1). */
export async function checkDkim(key: DkimKey | undefined, resolver: TxtResolver): Promise<Finding> {
  if (!key) {
    return unknown(
      'This service does not sign emails: DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY are not set. Your email ' +
        'provider may sign them; that can not be seen from here.',
    );
  }
  const host = `${key.selector}._domainkey.${key.domain}`;
  const ours = createPublicKey(key.privateKey);
  const fix = txt(host, `v=DKIM1; k=rsa; p=${bytesOf(ours)}`);
  const records = (await resolver.txt(host)).map(tagsOf).filter((tags) => tags.has('p'));
  const [tags] = records;
  if (!tags) return failed(`There is no DKIM key at ${host}. Add the TXT record below.`, fix);
  if (records.length > 1) return failed(`There are ${records.length} DKIM keys at ${host}; leave the one below.`, fix);
  const published = (tags.get('p') ?? '').replaceAll(/\s/g, '');
  if (published === '') return failed(`The DKIM key at ${host} is revoked. Replace it by the TXT record below.`, fix);
  const there = keyOf(tags.get('k') ?? 'rsa', published);
  if (!there) return failed(`The DKIM key at ${host} can not be read. Replace it by the TXT record below.`, fix);
  const bits = there.asymmetricKeyDetails?.modulusLength ?? LEAST_BITS;
  if (bits < LEAST_BITS) {
    return failed(
      `The DKIM key at ${host} has ${bits} bits; receivers ask for 1024 at least, better 2048. Make a new one.`,
    );
  }
  if (!there.equals(ours)) {
    return failed(`The DKIM key at ${host} is not the one that signs. Replace it by the TXT record below.`, fix);
  }
  return passed(`The DKIM key at ${host} is the one that signs, with ${bits} bits.`);
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
