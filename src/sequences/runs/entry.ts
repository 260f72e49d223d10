import type { Mailbox } from '../../commerce/queries/recipient.queries.js';
import type { SkipReason } from '../../email/ledger/message.entity.js';
import type { Reentry } from '../definitions/definition.dto.js';

/** The reason for leaving out customers who received the sequence before. */
export const ALREADY_RECEIVED = 'already_received' satisfies SkipReason;

/** Which customers may enter: by the re-entry policy of the definition, or with `repeat` the whole audience. */
export type EntryPolicy = Reentry | { readonly policy: 'repeat' };

/** An enrolment in the sequence, or a place in the plan of a dry run. Customers who were left out have no entry. */
export interface Entry {
  readonly customerId: string;
  readonly executionId: string;
  /** The customer is still on the way through the steps. */
  readonly active: boolean;
  /**
   * Whether the customer got, may have got, or will get an email of the execution, or was held back. An unknown outcome
   * counts as received. Not looked up where the entry is active.
   */
  readonly reached: boolean;
  /** The entry was less than the policy's days ago, or the policy has no days. */
  readonly recent: boolean;
}

export interface Choice {
  readonly entering: string[];
  /** Customers who received the sequence, or whose address received it or is about to receive it. */
  readonly leftOut: string[];
}

export const NOBODY: Choice = { entering: [], leftOut: [] };

/** How many entering customers are in each group of an experiment. */
export interface Split {
  readonly treated: number;
  readonly holdout: number;
}

/** Refused customers who are not held back by the sequence's own holdout are in no group. */
export const splitOf = (entering: readonly string[], refusals: ReadonlyMap<string, SkipReason>): Split => ({
  treated: entering.filter((id) => !refusals.has(id)).length,
  holdout: entering.filter((id) => refusals.get(id) === 'holdout').length,
});

/**
 * Splits candidates by the policy. Customer records with the same address are one person. A person enters an
 * execution once, preferably by a record that has subscribed. Pure: `mailboxes` has the candidates and all records
 * with their addresses, `before` has the entries of all of them.
 */
export function chooseEntering(
  candidates: readonly string[],
  mailboxes: readonly Mailbox[],
  before: readonly Entry[],
  policy: EntryPolicy,
  executionId: string,
): Choice {
  const byId = new Map(mailboxes.map((mailbox) => [mailbox.id, mailbox]));
  const person = (id: string): string => byId.get(id)?.email ?? id;
  const taken = new Set(
    before.filter((entry) => blocks(entry, policy, executionId)).map(({ customerId }) => person(customerId)),
  );
  const subscribedFirst = candidates.toSorted((a, b) => rank(byId.get(a)) - rank(byId.get(b)));
  const entering = new Set<string>();
  for (const id of subscribedFirst) {
    if (taken.has(person(id))) continue;
    taken.add(person(id));
    entering.add(id);
  }
  return {
    entering: candidates.filter((id) => entering.has(id)),
    leftOut: candidates.filter((id) => !entering.has(id)),
  };
}

function blocks(
  { active, reached, recent, executionId: where }: Entry,
  policy: EntryPolicy,
  executionId: string,
): boolean {
  if (!active && !reached) return false;
  if (where === executionId) return true;
  if (policy.policy === 'repeat') return false;
  return active || policy.policy === 'once' || recent;
}

const rank = (mailbox: Mailbox | undefined): number => (mailbox?.marketing === 'subscribed' ? 0 : 1);
