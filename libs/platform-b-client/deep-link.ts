/** An unresolvable host, which only serves to parse paths. */
const BASE = 'http://deep-link.invalid';

/**
 * The `url` of a load as a path, query and fragment inside our own pages. `/` for every text that could lead elsewhere:
 * another host (`//evil.example`, `/\evil`), a scheme, or control characters, which URL parsers remove.
 */
export function safeDeepLink(url: string): string {
  // eslint-disable-next-line no-control-regex
  if (!/^\/(?![/\\])[^\u0000-\u001f\u007f\\]*$/.test(url) || !URL.canParse(url, BASE)) return '/';
  const { origin, pathname, search, hash } = new URL(url, BASE);
  // Dot segments may result in two leading slashes: `/..//evil.example`.
  return origin === BASE && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/';
}
