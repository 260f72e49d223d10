/** The pages of the platform that apply a code, with the name of the parameter. Both need a product in their query. */
const APPLYING = [
  { path: '/cart.php', products: ['product_id', 'sku'], code: 'couponcode' },
  { path: '/checkout', products: ['products'], code: 'coupon' },
] as const;

/**
 * The address of a page of the store. No address of the platform applies a code without putting a product into the
 * cart, so only a path that itself names a product gets the code; on every other page the buyer enters it. Pure.
 */
export function codeUrl(storefrontUrl: string, code: string, path: string): string {
  const rooted = path.startsWith('/') ? path : `/${path}`;
  // Only the part after the host is used, so that no path leads to another host.
  const { pathname, searchParams, hash } = new URL(`https://store.invalid${rooted}`);
  const page = pathname.replace(/\/+$/, '');
  const applying = APPLYING.find((each) => each.path === page && each.products.some((name) => searchParams.get(name)));
  if (!applying) return `${storefrontUrl}${rooted}`;
  searchParams.set(applying.code, code);
  return `${storefrontUrl}${pathname}?${searchParams.toString()}${hash}`;
}
