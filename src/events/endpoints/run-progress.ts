import type { EventRow } from '../log/event-log.repository.js';
import { laneOf } from './lanes.js';

/** So many events after one that fails are remembered; then the endpoint waits for that one. */
const MOST_AHEAD = 10_000;

/** Where an endpoint is: everything up to `position` is delivered, and so are the `acknowledged` after it. */
export interface Place {
  readonly position: string;
  readonly acknowledged: readonly string[];
}

/** How far one run of an endpoint is: it reads on past events that fail, and remembers them. */
export class RunProgress {
  /** Everything up to here was read in this run. */
  private end: string;
  /** The delivered events after `position`. */
  private readonly done: Set<string>;
  /** The events that were read and not delivered, by position, in their order. */
  private readonly open = new Map<string, EventRow>();

  constructor({ position, acknowledged }: Place) {
    this.end = position;
    this.done = new Set(acknowledged);
  }

  /** The next window has the events after this position. */
  get readUntil(): string {
    return this.end;
  }

  get isFull(): boolean {
    return this.open.size > 0 && this.open.size + this.done.size >= MOST_AHEAD;
  }

  /**
   * Takes the events of a window, which has all up to `end`. Returns those to send: not those that are delivered
   * already, and none of a customer with an earlier event that is not delivered.
   */
  read(events: readonly EventRow[], end: string): readonly EventRow[] {
    const held = new Set([...this.open.values()].map((event) => laneOf(event)));
    const left = events.filter(({ position }) => !this.done.has(position));
    for (const event of left) this.open.set(event.position, event);
    this.end = end;
    return left.filter((event) => !held.has(laneOf(event)));
  }

  delivered(positions: Iterable<string>): void {
    for (const position of positions) {
      this.open.delete(position);
      this.done.add(position);
    }
    const until = BigInt(this.position);
    for (const position of this.done) if (BigInt(position) <= until) this.done.delete(position);
  }

  get place(): Place {
    const acknowledged = [...this.done].sort((a, b) => Number(BigInt(a) - BigInt(b)));
    return { position: this.position, acknowledged };
  }

  /** Just before the first event that is not delivered. */
  private get position(): string {
    const [first] = this.open.keys();
    return first === undefined ? this.end : String(BigInt(first) - 1n);
  }
}
