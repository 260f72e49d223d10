import { readV2Page } from './paging.js';
import type { PlatformBRest } from './rest.js';
import type { WireCoupon } from './wire-types.js';

/**
 * The coupons of V2 with this code. Codes of promotions may be among them. Nothing here deletes coupons: without a
 * filter that call deletes every coupon of the store.
 */
export async function findCoupons(rest: PlatformBRest, code: string): Promise<WireCoupon[]> {
  return readV2Page<WireCoupon>(rest, '/v2/coupons', { code });
}
