import { safeDeepLink } from '#libs/platform-b-client';

/**
 * Where a browser ends: the place inside our dashboard that the platform names, with a code. Whatever the platform's text
 * says, the host is ours.
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
