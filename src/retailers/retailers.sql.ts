/** For a FROM: retailers as `r`. */
export const RETAILERS = 'retailers r';

/** Joins the retailer `r` of each row of `alias`. */
export const retailerOf = (alias: string): string => `JOIN retailers r ON r.id = ${alias}.retailer_id`;

/** Of a retailer `r`: its platform lets us in. */
export const INSTALLED = `r.status = 'installed'`;

/** Of a retailer `r`: the same, and its webhooks and records are set up. */
export const SET_UP = `${INSTALLED} AND r.set_up_at IS NOT NULL`;
