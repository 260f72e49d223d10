import { computed, signal } from '@preact/signals';

export const BASE = '/dashboard';

const address = (): string => location.pathname + location.search;

/** The address of the page that is shown. The browser's address differs while the person is asked about a draft. */
const place = signal(address());

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

/** Names the brand that the pages are about. It goes along to the next page. */
export const BRAND = 'brand';

/** The address of a page about this brand. */
export function ofBrand(target: string, brand: string): string {
  const url = new URL(target, location.origin);
  url.searchParams.set(BRAND, brand);
  return url.pathname + url.search + url.hash;
}

/** An address that names no brand gets the brand of this page. */
function withBrand(target: string): string {
  const brand = query.value.get(BRAND);
  const isNamed = new URL(target, location.origin).searchParams.has(BRAND);
  return brand === null || isNamed ? target : ofBrand(target, brand);
}

/** The person is about to leave a page with a draft. Each answer works at once, and later ones do no harm. */
export interface Leaving {
  /** Goes there. The draft is lost. */
  readonly leave: () => void;
  /** The page stays, and the browser's address becomes its address again. */
  readonly stay: () => void;
}

/** Asks the person. Undefined takes the question back, because the browser has returned to the page. */
type Guard = (leaving: Leaving | undefined) => void;

let guard: Guard | undefined;

/** The guard is asked from now on, until the returned function is called. */
export function guardLeaving(ask: Guard): () => void {
  guard = ask;
  return () => {
    if (guard === ask) guard = undefined;
  };
}

/** Does what leaves the page: at once, or when the person lets go of the draft. */
export function leaving(leave: () => void): void {
  if (guard) guard({ leave, stay: keepAddress });
  else leave();
}

interface Going {
  readonly replace?: boolean;
  /** False where the draft of this page is saved or given up. */
  readonly asks?: boolean;
}

/** Shows another page. The browser's back button leads here again. */
export function go(target: string, { replace = false, asks = true }: Going = {}): void {
  const show = (): void => {
    if (replace) history.replaceState(null, '', withBrand(target));
    else history.pushState(null, '', withBrand(target));
    showAddress();
    if (!replace) window.scrollTo(0, 0);
  };
  if (asks) leaving(show);
  else show();
}

/** Follows the links of the studio without loading it again. */
export function followLinks(): void {
  addEventListener('popstate', followHistory);
  // A link that opens in another tab, or whose address is copied, leads to the same brand.
  for (const kind of ['auxclick', 'contextmenu']) document.addEventListener(kind, linkOf);
  document.addEventListener('click', (event) => {
    const link = linkOf(event);
    const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || modified || event.defaultPrevented || link.target !== '' || link.hasAttribute('download')) return;
    const { pathname, search, hash } = new URL(link.href);
    if (pathname === location.pathname && hash !== '') return;
    event.preventDefault();
    go(pathname + search + hash);
  });
}

/** The link to a page of the studio that the event is about. It gets the brand of this page. */
function linkOf({ target }: Event): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  const url = link && new URL(link.href);
  if (!url || url.origin !== location.origin || !`${url.pathname}/`.startsWith(`${BASE}/`)) return undefined;
  url.searchParams.delete(BRAND);
  link.href = withBrand(url.pathname + url.search + url.hash);
  return link;
}

/**
 * The back button has changed the address already. The page stays until the person has answered. Nothing here travels
 * through the history, because that takes time in which the person may do something else.
 */
function followHistory(): void {
  if (address() === place.value) guard?.(undefined);
  else leaving(showAddress);
}

const showAddress = (): void => {
  place.value = address();
};

function keepAddress(): void {
  if (address() !== place.value) history.pushState(null, '', place.value);
}
