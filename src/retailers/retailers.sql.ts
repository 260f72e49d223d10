/** For a FROM clause: retailers as `r`. */
export const RETAILERS = 'retailers r';

/** Joins the retailer of each row of `alias` as `r`. */
export const retailerOf = (alias: string): string => `JOIN retailers r ON r.id = ${alias}.retailer_id`;

/** Condition on a retailer `r`: the platform accepts our tokens. */
export const INSTALLED = `r.status = 'installed'`;

/** Condition on a retailer `r`: installed, and the set-up is completed. */
export const SET_UP = `${INSTALLED} AND r.set_up_at IS NOT NULL`;
