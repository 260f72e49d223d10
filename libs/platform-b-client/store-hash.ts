const HASH = /^[a-z0-9]{1,32}$/;
const CONTEXT = /^stores\/([a-z0-9]{1,32})$/;

/** Reads the hash that identifies a store, such as `abc123`. Nothing is trimmed or repaired. */
export function parseStoreHash(value: unknown): string | undefined {
  return typeof value === 'string' && HASH.test(value) ? value : undefined;
}

/** Reads the hash from a context such as `stores/abc123`, as in installs, admin tokens and webhooks. */
export function parseStoreContext(value: unknown): string | undefined {
  return typeof value === 'string' ? CONTEXT.exec(value)?.[1] : undefined;
}
