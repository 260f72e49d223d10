const HASH = /^[a-z0-9]{1,32}$/;
const CONTEXT = /^stores\/([a-z0-9]{1,32})$/;

/** Reads the hash of a store, the name under which it is a tenant: `abc123`. Nothing is trimmed or repaired. */
export function parseStoreHash(value: unknown): string | undefined {
  return typeof value === 'string' && HASH.test(value) ? value : undefined;
}

/** Reads the hash out of a context, as installs, admin tokens and webhooks write it: `stores/abc123`. */
export function parseStoreContext(value: unknown): string | undefined {
  return typeof value === 'string' ? CONTEXT.exec(value)?.[1] : undefined;
}
