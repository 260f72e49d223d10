/**
 * How Postgres itself keeps retailers apart. A connection of the service works as `service`, which sees every row and may
 * only read and write rows. A transaction of one retailer works as `tenant`: policies show that role the rows of the
 * retailer in `setting`, whatever the statement asks for. Nobody logs in as either role.
 */
export const ROW_SECURITY = {
  service: 'rekindle_service',
  tenant: 'rekindle_tenant',
  setting: 'rekindle.retailer',
} as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Narrows a transaction to one retailer. Throws where the id is no UUID. */
export function scopeFor(retailerId: string): string {
  if (!UUID.test(retailerId)) throw new Error('the id of a retailer is a UUID');
  return `SET LOCAL ROLE ${ROW_SECURITY.tenant}; SET LOCAL ${ROW_SECURITY.setting} = '${retailerId}'`;
}

/** Begins a transaction of one retailer. One message, so one round trip. */
export const beginFor = (retailerId: string): string => `BEGIN; ${scopeFor(retailerId)}`;
