import { safeDeepLink } from '#libs/platform-b-client';

/**
 * The address in our dashboard to which a browser is redirected, with a one-time code. The platform names the path; the
 * host is always ours, whatever the platform's text contains.
 */
export function dashboardAddress(dashboardUrl: string, place: string, code: string): string {
  const { pathname, search, hash } = new URL(safeDeepLink(place), 'http://place.invalid');
  const address = new URL(dashboardUrl);
  if (pathname !== '/') address.pathname = `${address.pathname.replace(/\/+$/, '')}${pathname}`;
  address.search = search;
  for (const [name, value] of new URL(dashboardUrl).searchParams) address.searchParams.set(name, value);
  address.searchParams.set('code', code);
  address.hash = hash;
  return address.href;
}
