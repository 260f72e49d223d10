import type { CompiledEmail } from './compiled-email.js';
import { LAYOUT_LINK } from './html.js';
import { BrokenEmail, ParsedEmail } from './parsed-email.js';
import { SAMPLE_LINKS, WORST_CASES } from './samples.js';
import { type BrandProfile, type EmailScope, shopScope } from './scope.js';

const OWN: readonly string[] = Object.values(SAMPLE_LINKS);
const ANCHOR = /<a(?:rea)?\s[^<>]*/gi;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/i;

/** Test data for emails of the brand: the longest values, and the store's real address. */
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
  ...SAMPLE_LINKS,
});

/** Whether an email that was filled with a trial scope has a link that is neither the layout's nor the service's. */
export const leadsSomewhere = (html: string): boolean =>
  (html.match(ANCHOR) ?? []).some((tag) => {
    if (tag.includes(LAYOUT_LINK)) return false;
    const [, double, single, bare] = HREF.exec(tag) ?? [];
    const address = (double ?? single ?? bare ?? '').trim();
    return /^https?:\/\/[^/]/i.test(address) && !OWN.some((own) => address.startsWith(own));
  });

/** Whether customers without an order get an email without links, except the one to unsubscribe. */
export function linksSomeOnly(email: CompiledEmail, brand: Pick<BrandProfile, 'storeUrl'>): boolean {
  try {
    return !leadsSomewhere(ParsedEmail.of(email).fillFor(trialScope('no_name', brand)).html);
  } catch (error) {
    // The email can't be made for such a customer at all, which a dry run reports for each one.
    if (error instanceof BrokenEmail) return false;
    throw error;
  }
}

/** The checked address of an image's link, or why it is refused: links must stay on the hosts of the store. */
export function linkTarget(href: string, hosts: readonly string[]): { readonly url: string } | { problem: string } {
  if (/[{}]/.test(href)) return { problem: 'must be a plain address, without Liquid' };
  const url = /^https?:\/\//i.test(href) && URL.canParse(href) ? new URL(href) : undefined;
  if (!url || url.username || url.password) return { problem: 'must be an http or https address without a password' };
  if (hosts.includes(url.host)) return { url: url.href };
  const own = hosts.length > 0 ? hosts.join(' or ') : 'not known yet';
  return { problem: `must be on a host of the store (${own})` };
}
