import type { PlatformAConfig } from '../../config/app-config.js';

type Addresses = Pick<PlatformAConfig, 'adminBaseUrl' | 'shopBaseUrl' | 'shopSuffixes'>;

/** The CSP sources of pages that show the app of a store in a frame; those of any store for null. */
export function frameAncestors({ adminBaseUrl, shopBaseUrl, shopSuffixes }: Addresses, shop: string | null): string[] {
  const shops =
    shop === null
      ? shopSuffixes.map((suffix) => `https://*.${suffix}`)
      : [new URL(shopBaseUrl.replace('{shop}', shop)).origin];
  return [...shops, new URL(adminBaseUrl).origin];
}
