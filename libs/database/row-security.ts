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

/** Throws where the id is not a UUID. */
export function assertUuid(retailerId: string): void {
  if (!UUID.test(retailerId)) throw new Error('a retailer id must be a UUID');
}

/** Limits a transaction to one retailer. Throws where the id is not a UUID. */
export function scopeFor(retailerId: string): string {
  assertUuid(retailerId);
  return `SET LOCAL ROLE ${ROW_SECURITY.tenant}; SET LOCAL ${ROW_SECURITY.setting} = '${retailerId}'`;
}
