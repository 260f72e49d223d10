import type { SealedColumn } from '#libs/database';
import type { IdempotencyKey } from './idempotency-key.entity.js';

/** What names one key: whose it is, and for which address. */
export type KeyOf = Readonly<Pick<IdempotencyKey, 'retailerId' | 'caller' | 'route' | 'key'>>;

/** A sealed answer opens for its own request only. */
export const contextOf = ({ retailerId, caller, route, key }: KeyOf): string =>
  `idempotency ${[retailerId, caller, route, key].join(' ')}`;

export const ANSWERS_SEALED: SealedColumn = {
  table: 'idempotency_keys',
  column: 'answer',
  key: ['retailer_id', 'caller', 'route', 'key'],
  contextOf: ({ retailer_id: retailerId = '', caller = '', route = '', key = '' }) =>
    contextOf({ retailerId, caller, route, key }),
};
