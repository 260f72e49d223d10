import type { SealedColumn } from '#libs/database';

/** The context that a secret of an endpoint is sealed for. */
export const secretContext = (retailerId: string, name: string): string => `${retailerId}:event_endpoint:${name}`;

const key = ['retailer_id', 'name'];
const contextOf: SealedColumn['contextOf'] = ({ retailer_id: retailerId = '', name = '' }) =>
  secretContext(retailerId, name);

export const ENDPOINTS_SEALED: readonly SealedColumn[] = [
  { table: 'event_endpoints', column: 'secret', key, contextOf },
  { table: 'event_endpoints', column: 'former_secret', key, contextOf },
];
