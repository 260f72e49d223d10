import { BRAND, go, href, ofBrand, parts, query } from './router.js';
import { me } from './session-state.js';

/** The brand that the pages are about: the one in the address, or else the first of the store. */
export function brandId(): string {
  const { brands } = me();
  const wanted = query.value.get(BRAND);
  return (brands.find(({ id }) => id === wanted) ?? brands[0])?.id ?? '';
}

/** Shows the present part of the studio for another brand. */
export function chooseBrand(id: string): void {
  const [first] = parts.value;
  go(ofBrand(first === undefined ? href() : href(first), id));
}

/** Returns the thing of a brand. Where the page is about this thing, it is about its brand from now on. */
export function ofItsBrand<T extends { readonly id: string; readonly brandId: string }>(thing: T): T {
  const isOther = thing.brandId !== brandId() && me().brands.some(({ id }) => id === thing.brandId);
  if (isOther && parts.value.includes(thing.id)) {
    go(ofBrand(location.pathname + location.search, thing.brandId), { replace: true, asks: false });
  }
  return thing;
}
