/** What every link carries for the store's statistics. */
export interface Campaign {
  readonly campaign?: string | undefined;
  readonly content?: string | undefined;
}

/** `foreign`: on a host that the emails may not lead to. */
export type Target = { readonly url: string } | { readonly problem: 'foreign' | 'unreadable' };

/** A link of platform A that applies a code and then goes on to `redirect`, without its other parameters. */
const DISCOUNT = /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/discount\/[^/]+\/?$/i;
/** A path of the same host. Browsers read a backslash as a slash, so `/\host` is another host. */
const PATH = /^\/(?![/\\])/;

/** The address that a link leads to, with the parameters of the campaign; `address` is as written, without entities. */
export function targetOf(address: string, hosts: readonly string[], campaign: Campaign): Target {
  const whole = /^[/\\]{2}/.test(address) ? `https:${address}` : address;
  if (!URL.canParse(whole)) return { problem: 'unreadable' };
  const url = new URL(whole);
  if (url.username || url.password || !hosts.includes(url.host)) return { problem: 'foreign' };
  const inner = DISCOUNT.test(url.pathname) ? url.searchParams.get('redirect') : null;
  if (inner === null) return { url: tagged(url, campaign).href };
  if (!PATH.test(inner) || !URL.canParse(url.origin + inner)) return { problem: 'foreign' };
  const landing = tagged(new URL(url.origin + inner), campaign);
  url.search = withParameter(url.search, 'redirect', landing.pathname + landing.search + landing.hash);
  return { url: url.href };
}

/** Adds the parameters that the author has not set. The rest of the query stays as it is written. */
function tagged(url: URL, { campaign, content }: Campaign): URL {
  const wanted = { utm_source: 'rekindle', utm_medium: 'email', utm_campaign: campaign, utm_content: content };
  const added = Object.entries(wanted).flatMap(([name, value]) =>
    value === undefined || url.searchParams.has(name) ? [] : `${name}=${encodeURIComponent(value)}`,
  );
  if (added.length > 0) url.search = [url.search.slice(1), ...added].filter(Boolean).join('&');
  return url;
}

function withParameter(search: string, name: string, value: string): string {
  const others = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && pair.split('=')[0] !== name);
  return [...others, `${name}=${encodeURIComponent(value)}`].join('&');
}
