import type { CompiledEmail } from './compiled-email.js';
import { BrokenEmail, ParsedEmail } from './parsed-email.js';
import { WORST_CASES } from './samples.js';
import { type BrandProfile, type EmailScope, shopScope } from './scope.js';

const UNSUBSCRIBE = `https://service.example/unsubscribe/${'x'.repeat(90)}`;
const ANCHOR = /<a(?:rea)?\s[^<>]*/gi;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i;

/** What emails of the brand are tried with: the longest of everything, and the shop's real address. */
export const trialScope = (
  recipient: keyof typeof WORST_CASES,
  { storeUrl }: Pick<BrandProfile, 'storeUrl'>,
): EmailScope => ({
  ...WORST_CASES[recipient],
  shop: shopScope({ storeUrl }),
  brand: {
    name: 'A brand with a long name',
    postalAddress: '1 Long Street, 12345 Town',
    logoUrl: 'https://shop.example/l.png',
  },
  unsubscribeUrl: UNSUBSCRIBE,
});

/** Whether an email that was filled with a trial scope leads anywhere but out of the list. */
export const leadsSomewhere = (html: string): boolean =>
  (html.match(ANCHOR) ?? []).some((tag) => {
    const [, double, single, bare] = HREF.exec(tag) ?? [];
    const address = (double ?? single ?? bare ?? '').trim();
    return /^https?:\/\/[^/]/i.test(address) && !address.startsWith(UNSUBSCRIBE);
  });

/** Whether all links of the email hang on what only some customers have, such as the products of their last order. */
export function linksSomeOnly(email: CompiledEmail, brand: Pick<BrandProfile, 'storeUrl'>): boolean {
  try {
    return !leadsSomewhere(ParsedEmail.of(email).fillFor(trialScope('no_name', brand)).html);
  } catch (error) {
    // It can't be made for such a customer at all, which a dry run says of each.
    if (error instanceof BrokenEmail) return false;
    throw error;
  }
}

/** The address that an image may lead to, or why it may not: a link in the store's name stays in the store. */
export function linkTarget(href: string, hosts: readonly string[]): { readonly url: string } | { problem: string } {
  if (/[{}]/.test(href)) return { problem: 'must be a plain address, without Liquid' };
  const url = /^https?:\/\//i.test(href) && URL.canParse(href) ? new URL(href) : undefined;
  if (!url || url.username || url.password) return { problem: 'must be an http or https address without a password' };
  if (hosts.includes(url.host)) return { url: url.href };
  const own = hosts.length > 0 ? hosts.join(' or ') : 'not known yet';
  return { problem: `must be on a host of the store (${own})` };
}
