import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { median } from '../support/table.js';
import { timed } from '../support/timed.js';
import { walPosition } from './wal.js';

/** Milliseconds of units of the load. */
export interface Times {
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
}

/** What some work costs beside the load. */
export interface Cost {
  readonly ms: number;
  /** Without what the load writes. */
  readonly walBytes: number;
  readonly meanwhile: Times;
}

const QUIET_MS = 3_000;
const SHORTEST_MS = 100;

/** Units of work of the service on a connection of its own, one after the other, with a pause of `everyMs`. */
export class Load {
  private walBytesEach = 0;

  constructor(
    private readonly client: Client,
    private readonly unit: () => Promise<unknown>,
    private readonly everyMs = 0,
  ) {}

  /** The load alone, for some seconds. It comes before the first `beside`. */
  async alone(): Promise<Times> {
    const from = await walPosition(this.client);
    const times = await this.until(pause(QUIET_MS));
    this.walBytesEach = ((await walPosition(this.client)) - from) / times.length;
    return timesOf(times);
  }

  async beside(work: () => Promise<unknown>): Promise<Cost> {
    const from = await walPosition(this.client);
    let ms = 0;
    const working = timed(work).then((taken) => (ms = taken));
    const times = await this.until(Promise.all([working, pause(SHORTEST_MS)]));
    const walBytes = (await walPosition(this.client)) - from - times.length * this.walBytesEach;
    return { ms, walBytes, meanwhile: timesOf(times) };
  }

  private async until(end: Promise<unknown>): Promise<number[]> {
    let ended = false;
    void end.finally(() => (ended = true)).catch(() => undefined);
    const times: number[] = [];
    while (!ended) {
      times.push(await timed(this.unit));
      if (this.everyMs > 0) await pause(this.everyMs);
    }
    await end;
    return times;
  }
}

function timesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  return { median: median(times), p99, longest: sorted.at(-1) ?? Number.NaN };
}
