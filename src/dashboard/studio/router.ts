import { computed, signal } from '@preact/signals';

export const BASE = '/dashboard';

const place = signal(location.pathname + location.search);

/** The path below /dashboard as its parts, decoded: `['segments', 'new']`. */
export const parts = computed(() =>
  new URL(place.value, location.origin).pathname
    .slice(BASE.length)
    .split('/')
    .filter(Boolean)
    .map((part) => decodeURIComponent(part)),
);

export const query = computed(() => new URL(place.value, location.origin).searchParams);

export const href = (...path: readonly string[]): string => [BASE, ...path.map(encodeURIComponent)].join('/');

/** Shows another page. The browser's back button leads here again. */
export function go(address: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  place.value = location.pathname + location.search;
  if (!replace) window.scrollTo(0, 0);
}

/** Follows the links of the studio without loading it again. */
export function followLinks(): void {
  addEventListener('popstate', () => {
    place.value = location.pathname + location.search;
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || modified || event.defaultPrevented || link.target !== '' || link.hasAttribute('download')) return;
    const { origin, pathname, search } = new URL(link.href);
    if (origin !== location.origin || !(pathname === BASE || pathname.startsWith(`${BASE}/`))) return;
    if (pathname === location.pathname && link.hash !== '') return;
    event.preventDefault();
    go(pathname + search);
  });
}
