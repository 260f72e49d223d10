/**
 * Whether the caller already has what `etag` names. `header` is `If-None-Match`: a list of tags or `*`. The comparison
 * is weak, because compressing proxies turn strong tags into weak ones (RFC 9110, section 13.1.2).
 */
export const isKnownTag = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
