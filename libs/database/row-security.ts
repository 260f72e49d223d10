/**
 * How row-level security of Postgres keeps retailers apart. A connection of the service has the role `service`, which
 * sees every row and may only read and write rows. A transaction of one retailer has the role `tenant`: policies show
 * that role only the rows of the retailer in `setting`, whatever the statement asks for. Neither role can log in.
 */
export const ROW_SECURITY = {
  service: 'rekindle_service',
  tenant: 'rekindle_tenant',
  setting: 'rekindle.retailer',
} as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id. Throws where it is not a UUID. */
export function retailerIdOf(retailerId: string): string {
  if (!UUID.test(retailerId)) throw new Error('a retailer id must be a UUID');
  return retailerId;
}

/** Limits a transaction to one retailer. Throws where the id is not a UUID. */
export const scopeFor = (retailerId: string): string =>
  `SET LOCAL ROLE ${ROW_SECURITY.tenant}; SET LOCAL ${ROW_SECURITY.setting} = '${retailerIdOf(retailerId)}'`;

/** Begins a transaction of one retailer, in one round trip. */
export const beginFor = (retailerId: string): string => `BEGIN; ${scopeFor(retailerId)}`;
