import type { SealedColumn } from '#libs/database';

/** The context to which the sealed token of a store is bound. */
export const webhookTokenContext = (retailerId: string): string => `${retailerId}:webhook_token`;

export const WEBHOOK_TOKEN_SEALED: SealedColumn = {
  table: 'platform_b_stores',
  column: 'webhook_token',
  key: ['retailer_id'],
  contextOf: ({ retailer_id: retailerId = '' }) => webhookTokenContext(retailerId),
};
