import { createHash, type KeyObject, verify } from 'node:crypto';

/**
 * Checks a DKIM signature as a receiver does (RFC 6376, rsa-sha256, relaxed/relaxed). The code follows the RFCs and
 * shares nothing with the signer. A receiver reads the public key from the DNS; here the caller gives it.
 */
export function verifyDkim(source: string, publicKey: KeyObject): { valid: boolean; reason?: string } {
  const split = source.indexOf('\r\n\r\n');
  const fields = source.slice(0, split).split(/\r\n(?![ \t])/);
  const body = source.slice(split + 4);
  const signature = fields.find((field) => /^dkim-signature:/i.test(field));
  if (!signature) return { valid: false, reason: 'no signature' };
  const tags = tagsOf(signature);
  const bodyHash = createHash('sha256').update(relaxedBody(body), 'utf8').digest('base64');
  if (bodyHash !== tags.get('bh')) return { valid: false, reason: 'body hash' };
  const signed = [...headersToSign(fields, tags.get('h') ?? ''), withoutSignature(signature)].join('\r\n');
  const bytes = Buffer.from(signed, 'utf8');
  const valid = verify('sha256', bytes, publicKey, Buffer.from(tags.get('b') ?? '', 'base64'));
  return valid ? { valid } : { valid, reason: 'signature' };
}

function tagsOf(field: string): Map<string, string> {
  const value = field.slice(field.indexOf(':') + 1).replaceAll(/\s+/g, '');
  return new Map(
    value
      .split(';')
      .filter(Boolean)
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  );
}

/** The fields to sign. Of several fields with one name, the last comes first. A name without a field adds nothing. */
function headersToSign(fields: readonly string[], names: string): string[] {
  const left = [...fields];
  return names.split(':').flatMap((name) => {
    const index = left.findLastIndex((field) => field.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`));
    return index < 0 ? [] : left.splice(index, 1).map(relaxedHeader);
  });
}

const relaxedHeader = (field: string): string => {
  const colon = field.indexOf(':');
  return `${field.slice(0, colon).trim().toLowerCase()}:${field
    .slice(colon + 1)
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .trim()}`;
};

const withoutSignature = (field: string): string => relaxedHeader(field.replace(/([;\s]b=)[^;]*/, '$1'));

const relaxedBody = (body: string): string => {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return lines.length > 0 ? `${lines.join('\r\n')}\r\n` : '';
};
