import type { Minter } from '../../auth/module-token.dto.js';
import { UNNAMED_USER } from '../../auth/unnamed-user.js';

/** Who approved a plan, and when. */
export interface PlanApproval extends Pick<Minter, 'kind' | 'subject'> {
  /** ISO 8601. */
  readonly at: string;
}

/** How many different people must approve a plan where the brand wants two. */
export const APPROVALS_BY_TWO = 2;

type Person = Pick<Minter, 'kind' | 'subject'>;

/**
 * How many different people approve, with the one who sends. A user without a name from the platform may be any of the
 * named users of the store, and then counts as nobody.
 */
export function countApprovers(approvals: readonly Person[], sender: Person | undefined): number {
  const people = [...approvals, ...(sender ? [sender] : [])];
  const users = new Set(people.filter(({ kind }) => kind === 'user').map(({ subject }) => subject));
  const admins = new Set(people.filter(({ kind }) => kind === 'admin').map(({ subject }) => subject));
  const named = users.size - (users.has(UNNAMED_USER) ? 1 : 0);
  return admins.size + Math.max(named, Math.min(users.size, 1));
}
