import type { Mailbox } from '../../commerce/queries/recipient.queries.js';
import type { SkipReason } from '../../email/ledger/message.entity.js';
import type { Reentry } from '../definitions/definition.dto.js';

/** Why somebody is left out who has received the sequence. */
export const ALREADY_RECEIVED = 'already_received' satisfies SkipReason;

/** Who may be put at the first step: by the definition's re-entry policy, or with `repeat` whoever is in the audience. */
export type EntryPolicy = Reentry | { readonly policy: 'repeat' };

/** A time at which somebody was put at the first step of the sequence, and was not left out. */
export interface Entry {
  readonly customerId: string;
  readonly executionId: string;
  /** They are on the way. */
  readonly active: boolean;
  /** They were emailed, may have been, or are going to be: an unknown outcome is never emailed again blindly. */
  readonly reached: boolean;
  /** Less than the policy's days ago. */
  readonly recent: boolean;
}

export interface Choice {
  readonly entering: string[];
  /** They have received the sequence, or somebody else with their address has, or is about to. */
  readonly leftOut: string[];
}

/**
 * Splits candidates by the policy. A person is a mailbox: all customer records of the store that have one address now. A
 * person enters an execution once, and of their records one that has subscribed goes first. Pure; `mailboxes` has the
 * candidates and all records with their addresses, `before` the entries of all of them.
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
    before.filter((entry) => standsInTheWay(entry, policy, executionId)).map(({ customerId }) => person(customerId)),
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

function standsInTheWay(
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
