/**
 * Which customers are in which segments before an evaluation, and the stored next change of each pair. Segments and
 * customers are given by their indexes: with a thousand segments, a lookup by ids would cost more than the criteria.
 */
export class MembershipMatrix {
  private readonly members: Uint8Array;
  private readonly dues: Float64Array;

  constructor(
    segments: number,
    private readonly customers: number,
  ) {
    this.members = new Uint8Array(segments * customers);
    this.dues = new Float64Array(segments * customers);
  }

  setMember(segment: number, customer: number): void {
    this.members[segment * this.customers + customer] = 1;
  }

  setDue(segment: number, customer: number, due: number): void {
    this.dues[segment * this.customers + customer] = due;
  }

  isMember(segment: number, customer: number): boolean {
    return this.members[segment * this.customers + customer] === 1;
  }

  /** The stored next change in milliseconds since the epoch; Infinity where none is stored. */
  due(segment: number, customer: number): number {
    return this.dues[segment * this.customers + customer] || Infinity;
  }
}
