/**
 * How customers stand with segments, each by its place in its list. With a thousand segments, looking up each pair by its
 * ids would cost more than the criteria.
 */
export class Standings {
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

  /** When the clock looks, in milliseconds since the epoch; Infinity where it has nothing to look at. */
  due(segment: number, customer: number): number {
    return this.dues[segment * this.customers + customer] || Infinity;
  }
}
