const LONGEST = 2_000;

/**
 * A store's address on the web as the platform says it, without a slash at its end; undefined where no link may be made of
 * it. `http` is for simulated stores alone: whoever clicks in an email must not be sent over an open line.
 */
export function storefrontUrlOf(given: unknown, { mayBeHttp }: { readonly mayBeHttp: boolean }): string | undefined {
  if (typeof given !== 'string' || given.length > LONGEST || !URL.canParse(given)) return undefined;
  const { protocol, username, password, origin, pathname } = new URL(given);
  if (username || password) return undefined;
  if (protocol !== 'https:' && !(mayBeHttp && protocol === 'http:')) return undefined;
  return origin + pathname.replace(/\/+$/, '');
}

/** The address of a page of the store; undefined where the store's address or the path is not known. */
export function pageUrl(storefrontUrl: string | null | undefined, path: string | null | undefined): string | undefined {
  // Without the slash a path could continue the host's name.
  if (!storefrontUrl || !path?.startsWith('/') || path.length > LONGEST) return undefined;
  return URL.canParse(storefrontUrl + path) ? new URL(storefrontUrl + path).href : undefined;
}
