import type { CompiledCriteria } from './criteria/compile.js';
import type { CustomerFacts } from './criteria/facts.js';

export interface MembershipChange {
  readonly segmentId: string;
  readonly customerId: string;
  readonly kind: 'entered' | 'left';
  readonly cause: string;
}

/** A segment's definition, compiled. */
export interface Definition {
  readonly segmentId: string;
  readonly criteria: CompiledCriteria;
}

/** What has to change so that the customer is a member of exactly the segments whose criteria hold. */
export function difference(
  customer: { readonly customerId: string; readonly cause: string },
  facts: CustomerFacts,
  memberOf: ReadonlySet<string>,
  definitions: readonly Definition[],
): MembershipChange[] {
  const changes: MembershipChange[] = [];
  for (const { segmentId, criteria } of definitions) {
    const holds = criteria.holds(facts);
    if (holds === memberOf.has(segmentId)) continue;
    changes.push({ ...customer, segmentId, kind: holds ? 'entered' : 'left' });
  }
  return changes;
}
