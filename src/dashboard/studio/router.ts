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

/** Asks before a page with a draft is left, and calls `leave` when the person agrees. */
type Guard = (leave: () => void) => void;

let guard: Guard | undefined;

/** The guard is asked from now on; the answer takes it away. */
export function guardLeaving(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = undefined;
  };
}

/** Does what leaves the page: at once, or when the person lets go of the draft. */
export function leaving(leave: () => void): void {
  if (guard) guard(leave);
  else leave();
}

interface Going {
  readonly replace?: boolean;
  /** The draft of this page is saved, so nobody is asked. */
  readonly isSaved?: boolean;
}

/** Shows another page. The browser's back button leads here again. */
export function go(address: string, { replace = false, isSaved = false }: Going = {}): void {
  const show = (): void => {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    place.value = location.pathname + location.search;
    if (!replace) window.scrollTo(0, 0);
  };
  if (isSaved) show();
  else leaving(show);
}

/** Follows the links of the studio without loading it again. */
export function followLinks(): void {
  addEventListener('popstate', followHistory);
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || modified || event.defaultPrevented || link.target !== '' || link.hasAttribute('download')) return;
    const { origin, pathname, search, hash } = new URL(link.href);
    if (origin !== location.origin || !(pathname === BASE || pathname.startsWith(`${BASE}/`))) return;
    if (pathname === location.pathname && hash !== '') return;
    event.preventDefault();
    go(pathname + search + hash);
  });
}

/** The back button has changed the address already. A page with a draft takes its address back, and asks first. */
function followHistory(): void {
  const next = location.pathname + location.search;
  if (!guard || next === place.value) {
    place.value = next;
    return;
  }
  history.pushState(null, '', place.value);
  guard(() => history.back());
}
