import type { Minter } from '../../auth/module-token.dto.js';

/** Who approved a plan, and when. */
export interface PlanApproval extends Pick<Minter, 'kind' | 'subject'> {
  /** ISO 8601. */
  readonly at: string;
}

/** How many different people must approve a plan where the brand wants two. */
export const APPROVALS_BY_TWO = 2;

/** How many different people approve, with the one who sends. */
export const countApprovers = (
  approvals: readonly PlanApproval[],
  sender: Pick<Minter, 'kind' | 'subject'> | undefined,
): number => new Set([...approvals, ...(sender ? [sender] : [])].map(({ kind, subject }) => `${kind} ${subject}`)).size;
