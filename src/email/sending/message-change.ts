import type { Unasked } from '../consent/confirmations.repository.js';
import type { Eligibility } from '../decision/decide.js';
import type { HeldMessage, MessageChange } from '../ledger/ledger.repository.js';

/** The decision about a message. `lost`: this worker's lease has ended, or the message was skipped or paused. */
export type Begun = Eligibility | { readonly verdict: 'lost' };

/** A change of the message's row. */
export const change = (
  { retailerId, id }: Pick<HeldMessage, 'retailerId' | 'id'>,
  status: MessageChange['status'],
  more: Partial<MessageChange> = {},
): MessageChange => ({
  retailerId,
  id,
  status,
  reason: null,
  address: null,
  dueAt: null,
  response: null,
  ...more,
});

/** The customers who are left out for missing consent. */
export const unasked = (
  items: readonly { readonly message: HeldMessage; readonly begun: Begun | undefined }[],
): Unasked[] =>
  items.flatMap(({ message: { customerId }, begun }) =>
    begun?.verdict === 'skip' && begun.reason === 'no_consent' && customerId !== null && begun.email !== null
      ? [{ customerId, email: begun.email }]
      : [],
  );
