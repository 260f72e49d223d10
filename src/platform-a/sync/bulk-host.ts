import type { AddressGuard } from '#libs/outbound-http';

/** Where the platform keeps results of bulk operations. */
const STORAGE = 'storage.googleapis.com';

export interface BulkHosts {
  readonly production: boolean;
  /** Hosts with their ports where these are not the usual ones. */
  readonly bulkHosts: readonly string[];
  /** The address at which we call the store. */
  readonly storeUrl: string;
}

/**
 * How the result at this address may be fetched; undefined where it may not. An answer of a store names the address, so
 * only the platform's storage and configured hosts are called. Outside production the store itself is one of them.
 */
export function bulkFileGuard(url: string, { production, bulkHosts, storeUrl }: BulkHosts): AddressGuard | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isSafe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && !production);
  if (!parsed || !isSafe || parsed.username !== '' || parsed.password !== '') return undefined;
  if (parsed.protocol === 'https:' && parsed.host === STORAGE) return {};
  const isStore = !production && parsed.origin === new URL(storeUrl).origin;
  if (!isStore && !bulkHosts.includes(parsed.host)) return undefined;
  const port = parsed.port || (parsed.protocol === 'https:' ? '443' : '80');
  return { allow: [`${parsed.hostname}:${port}`] };
}
