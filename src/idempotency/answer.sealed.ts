import type { SealedColumn } from '#libs/database';
import type { IdempotencyKey } from './idempotency-key.entity.js';

/** What identifies one use of a key: the owner, the route and the key itself. */
export type KeyOf = Readonly<Pick<IdempotencyKey, 'retailerId' | 'caller' | 'route' | 'key'>>;

/** The context binds a sealed answer to its request: it can't be decrypted for another one. */
export const contextOf = ({ retailerId, caller, route, key }: KeyOf): string =>
  `idempotency ${[retailerId, caller, route, key].join(' ')}`;

export const ANSWERS_SEALED: SealedColumn = {
  table: 'idempotency_keys',
  column: 'answer',
  key: ['retailer_id', 'caller', 'route', 'key'],
  contextOf: ({ retailer_id: retailerId = '', caller = '', route = '', key = '' }) =>
    contextOf({ retailerId, caller, route, key }),
};
