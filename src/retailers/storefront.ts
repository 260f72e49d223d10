const LONGEST = 2_000;

/**
 * A store's web address from the platform's record, without a trailing slash; undefined if it can't be used for links.
 * `http` is for simulated stores only: a click in an email must not lead to an unencrypted connection.
 */
export function storefrontUrlOf(given: unknown, { mayBeHttp }: { readonly mayBeHttp: boolean }): string | undefined {
  if (typeof given !== 'string' || given.length > LONGEST || !URL.canParse(given)) return undefined;
  const { protocol, username, password, origin, pathname } = new URL(given);
  if (username || password) return undefined;
  if (protocol !== 'https:' && !(mayBeHttp && protocol === 'http:')) return undefined;
  return origin + pathname.replace(/\/+$/, '');
}

/** The address of a page of the store; undefined if the store's address or the path is unknown. */
export function pageUrl(storefrontUrl: string | null | undefined, path: string | null | undefined): string | undefined {
  // Without the slash a path could continue the host's name.
  if (!storefrontUrl || !path?.startsWith('/') || path.length > LONGEST) return undefined;
  return URL.canParse(storefrontUrl + path) ? new URL(storefrontUrl + path).href : undefined;
}
