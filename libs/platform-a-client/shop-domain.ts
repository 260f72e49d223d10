const LONGEST_LABEL = 63;

/**
 * Reads a shop domain such as `some-shop.myshopify.com`, which identifies a store.
 *
 * Nothing is trimmed or repaired, because a second spelling of one shop would become a second retailer. Only the case
 * is lowered.
 * @param suffixes accepted domains, lower case and without a leading dot: `myshopify.com`
 * @returns the domain in lower case, or undefined for everything else
 */
export function parseShopDomain(value: unknown, suffixes: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const domain = value.toLowerCase();
  const dot = domain.indexOf('.');
  const name = domain.slice(0, dot);
  // Lower case turns letters such as the Kelvin sign into ASCII, so the original value is checked too.
  const isName = dot > 0 && name.length <= LONGEST_LABEL && /^[a-z0-9][a-z0-9-]*$/.test(name) && isAscii(value);
  return isName && suffixes.includes(domain.slice(dot + 1)) ? domain : undefined;
}

/** Fills a base URL template: `https://{shop}` or, for a simulator, `http://127.0.0.1:4101/{shop}`. */
export function shopBaseUrl(template: string, shop: string): string {
  return template.replaceAll('{shop}', shop).replace(/\/+$/, '');
}

function isAscii(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}
