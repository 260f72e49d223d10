import type { CompiledEmail } from './compiled-email.js';
import { LAYOUT_LINK } from './html.js';
import { anchorsIn } from '../../links/rewriting/anchors.js';
import { targetOf } from '../../links/rewriting/target-url.js';
import { LiquidPart, withAllBranches } from './liquid.js';
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

/** Whether an email that was filled with a trial scope has a link of its author. */
export const leadsSomewhere = (html: string): boolean =>
  (html.match(ANCHOR) ?? []).some((tag) => {
    if (tag.includes(LAYOUT_LINK)) return false;
    const [, double, single, bare] = HREF.exec(tag) ?? [];
    const address = (double ?? single ?? bare ?? '').trim();
    return /^https?:\/\/[^/]/i.test(address) && !OWN.some((own) => address.startsWith(own));
  });

/** The host of the products and offers of the samples. */
const SAMPLE_HOST = 'shop.example';

/**
 * What is wrong with links that lead to other hosts than the allowed ones, in any branch. Nothing where the hosts of
 * the store are not known yet.
 */
export function foreignLinks(html: string, brand: Pick<BrandProfile, 'storeUrl' | 'hosts'>): string[] {
  const { hosts } = brand;
  if (hosts.length === 0) return [];
  const scope = trialScope('longest_name', brand);
  const foreign = [html, withAllBranches(html)].flatMap((source) =>
    [...anchorsIn(filled(source, scope))].filter(
      ({ address }) =>
        !OWN.some((own) => address.startsWith(own)) && 'problem' in targetOf(address, [...hosts, SAMPLE_HOST], {}),
    ),
  );
  return [...new Set(foreign.map(({ address }) => address.slice(0, 200)))].map(
    (address) => `the link to ${address} must lead to the store (${hosts.join(' or ')}) or to a host in linkHosts`,
  );
}

/** Empty if it can't be filled, which is another mistake. */
function filled(html: string, scope: EmailScope): string {
  try {
    return LiquidPart.html(html).fill(scope, false);
  } catch {
    return '';
  }
}

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
