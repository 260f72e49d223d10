/**
 * The address of the storefront that keeps the code for the checkout and leads to the page. The page's address is
 * encoded once, as a parameter. It begins with exactly one slash, because two would name another host.
 */
export function discountLink(storefrontUrl: string, code: string, path: string): string {
  const redirect = `/${path.replace(/^[/\\]+/, '')}`;
  const base = storefrontUrl.replace(/\/+$/, '');
  return `${base}/discount/${encodeURIComponent(code)}?redirect=${encodeURIComponent(redirect)}`;
}
