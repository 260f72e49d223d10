/** A host that nothing resolves to; only to read paths against. */
const BASE = 'http://deep-link.invalid';

/**
 * The `url` of a load as a path, query and fragment inside our own pages; `/` for everything that could lead anywhere
 * else: another host (`//evil.example`, `/\evil`), a scheme, control characters (which URL parsers drop).
 */
export function safeDeepLink(url: string): string {
  // eslint-disable-next-line no-control-regex
  if (!/^\/(?![/\\])[^\u0000-\u001f\u007f\\]*$/.test(url) || !URL.canParse(url, BASE)) return '/';
  const { origin, pathname, search, hash } = new URL(url, BASE);
  // Dots may leave two slashes in front: `/..//evil.example`.
  return origin === BASE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/';
}
