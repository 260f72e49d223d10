import { entityId, idInMonth, isUuid } from '#libs/kernel';
import type { Dispatch } from './dispatch.entity.js';

/**
 * The `Message-ID` of a ledger row, without angle brackets: `<retailer>.<row>@<domain>`. In a provider's log this id
 * names the row.
 */
export const messageIdOf = (retailerId: string, id: string, domain: string): string => `${retailerId}.${id}@${domain}`;

/** What decides about the id of a message, beside its step and its recipient. It never changes. */
export type MessageSource = Readonly<Pick<Dispatch, 'retailerId' | 'executionId' | 'idMonth'>>;

/**
 * The id of the ledger row of a message: a function of execution, step and recipient. It begins with the month of the
 * dispatch, if the dispatch has one. `recipient` is a customer, or in test mode an address; each variant that a test
 * sends has a row of its own.
 */
export function messageRowId(
  { retailerId, executionId, idMonth }: MessageSource,
  stepId: string,
  recipient: string | null,
  variant: string | null = null,
): string {
  const name = [executionId, stepId, recipient];
  const id = entityId(retailerId, 'message', JSON.stringify(variant === null ? name : [...name, variant]));
  return idMonth === null ? id : idInMonth(idMonth, id);
}

export interface RowName {
  readonly retailerId: string;
  readonly id: string;
}

/** The ledger row of a `Message-ID`, with or without angle brackets. Undefined if the service did not make the id. */
export function rowOf(messageId: string): RowName | undefined {
  const [, retailerId = '', id = ''] = /^<?([0-9a-f-]{36})\.([0-9a-f-]{36})@[\w.-]+>?$/i.exec(messageId.trim()) ?? [];
  return isUuid(retailerId) && isUuid(id) ? { retailerId: retailerId.toLowerCase(), id: id.toLowerCase() } : undefined;
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
