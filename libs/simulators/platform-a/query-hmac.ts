import { createHmac } from 'node:crypto';

/** Escapes by RFC 3986, with %20 for a space, as the official library does since version 14. */
const escape = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The `hmac` of a redirect: lower-case hex over the sorted, re-encoded parameters. Protocol section 1.2. */
export function queryHmac(parameters: Readonly<Record<string, string>>, clientSecret: string): string {
  const message = Object.keys(parameters)
    .filter((key) => key !== 'hmac' && key !== 'signature')
    .sort()
    .map((key) => `${escape(key)}=${escape(parameters[key] ?? '')}`)
    .join('&');
  return createHmac('sha256', clientSecret).update(message).digest('hex');
}

/** The parameters with their `hmac`, as a query string. */
export function signedQuery(parameters: Readonly<Record<string, string>>, clientSecret: string): string {
  return new URLSearchParams({ ...parameters, hmac: queryHmac(parameters, clientSecret) }).toString();
}
