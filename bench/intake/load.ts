import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, machineTimes, peakMemoryMiB } from '../support/process-usage.js';
import { Connection } from './connection.js';
import { LatencyHistogram } from './latency-histogram.js';
import { prepareRequest, prepareThinRequest, type Sender } from './order-request.js';

/** One phase of load. Without a rate every connection sends again as soon as it has an answer. */
export interface Phase {
  readonly name: string;
  readonly seconds: number;
  /** Requests per second. */
  readonly rate?: number;
}

export interface LoadRequest {
  readonly port: number;
  /** The server process, whose CPU time and memory are read at the start and end of each phase. */
  readonly pid: number;
  readonly connections: number;
  readonly sender: Sender;
  readonly body: string;
  readonly phases: readonly Phase[];
}

export interface PhaseFigures {
  readonly name: string;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly non2xx: number;
  /** Cores in use: 1 is one core all the time. */
  readonly serverCpu: number;
  readonly generatorCpu: number;
  /** The share of all cores in use. */
  readonly machineBusy: number;
  readonly peakMemoryMiB: number;
}

export interface LoadAnswer {
  /** All 2xx answers, with those between and after the phases. */
  readonly accepted: number;
  readonly phases: readonly PhaseFigures[];
}

const TICK_MS = 2;
const LAST_ANSWERS_WITHIN_MS = 10_000;

/** Sends the load and returns the figures. */
export class Load {
  private readonly connections: Connection[];
  private nextId = 0;
  private accepted = 0;
  private histogram = new LatencyHistogram();
  private answered = 0;
  private refused = 0;
  private full = false;

  constructor(private readonly request: LoadRequest) {
    const { port, sender, body } = request;
    const prepared = sender === 'platform-b' ? prepareThinRequest(port) : prepareRequest(Buffer.from(body), port);
    const { bytes, idOffset, seal } = prepared;
    this.connections = Array.from(
      { length: request.connections },
      () => new Connection(port, Buffer.from(bytes), { idOffset, ...(seal ? { seal } : {}) }, this.onAnswer),
    );
  }

  async run(): Promise<LoadAnswer> {
    await Promise.all(this.connections.map((connection) => connection.open()));
    const phases: PhaseFigures[] = [];
    for (const phase of this.request.phases) phases.push(await this.runPhase(phase));
    this.full = false;
    await this.lastAnswers();
    for (const connection of this.connections) connection.close();
    return { accepted: this.accepted, phases };
  }

  private readonly onAnswer = (connection: Connection, status: number, milliseconds: number): void => {
    this.histogram.record(milliseconds);
    this.answered += 1;
    if (status >= 200 && status < 300) this.accepted += 1;
    else this.refused += 1;
    if (this.full) connection.send(this.nextId++);
  };

  private async runPhase({ name, seconds, rate }: Phase): Promise<PhaseFigures> {
    this.histogram = new LatencyHistogram();
    this.answered = 0;
    this.refused = 0;
    const before = this.usage();
    this.full = rate === undefined;
    if (rate === undefined) {
      this.sendIdle(Number.POSITIVE_INFINITY);
      await sleep(seconds * 1_000);
    } else {
      await this.sendAtRate(rate, seconds);
    }
    const after = this.usage();
    const elapsed = (after.at - before.at) / 1_000;
    return {
      name,
      requestsPerSecond: this.answered / elapsed,
      p50Ms: this.histogram.percentile(0.5),
      p99Ms: this.histogram.percentile(0.99),
      non2xx: this.refused,
      serverCpu: (after.server - before.server) / elapsed,
      generatorCpu: (after.generator - before.generator) / elapsed,
      machineBusy: (after.machine.busy - before.machine.busy) / (after.machine.all - before.machine.all),
      peakMemoryMiB: peakMemoryMiB(this.request.pid),
    };
  }

  /** Requests without a free connection wait for the next tick, so the rate holds in the long run. */
  private async sendAtRate(rate: number, seconds: number): Promise<void> {
    const start = performance.now();
    let sent = 0;
    for (let elapsed = 0; elapsed < seconds * 1_000; elapsed = performance.now() - start) {
      sent += this.sendIdle(Math.floor((elapsed * rate) / 1_000) - sent);
      await sleep(TICK_MS);
    }
  }

  private sendIdle(most: number): number {
    let sent = 0;
    for (const connection of this.connections) {
      if (sent >= most) break;
      if (!connection.idle) continue;
      connection.send(this.nextId++);
      sent += 1;
    }
    return sent;
  }

  private async lastAnswers(): Promise<void> {
    const deadline = performance.now() + LAST_ANSWERS_WITHIN_MS;
    while (this.connections.some(({ idle }) => !idle)) {
      if (performance.now() > deadline) throw new Error('requests stayed without an answer');
      await sleep(10);
    }
  }

  private usage() {
    const own = process.cpuUsage();
    return {
      at: performance.now(),
      server: cpuSeconds(this.request.pid),
      generator: (own.user + own.system) / 1e6,
      machine: machineTimes(),
    };
  }
}
