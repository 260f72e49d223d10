import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { groupBy } from '#libs/kernel';
import { drained } from './drained.js';
import { every } from './every.js';
import { DURABLE_WORK_OPTIONS, type DurableWorkOptions } from './options.js';

/** Work that every process of its role repeats. It must be idempotent. */
interface Sweep {
  readonly name: string;
  /** Undefined for the usual interval. */
  readonly everySeconds: number | undefined;
  readonly work: () => Promise<void>;
}

/** All sweeps of one interval. They run one after the other. */
class Round {
  private running: Promise<void> | undefined;

  constructor(
    private readonly sweeps: readonly Sweep[],
    private readonly failed: (name: string, error: unknown) => void,
    private readonly stop: AbortSignal,
  ) {}

  /** Resolves when no sweep of the round runs. */
  async ended(): Promise<void> {
    await this.running;
  }

  /** Starts a run, or joins the present one. Resolves at its end. */
  run(): Promise<void> {
    return (this.running ??= this.sweepAll().finally(() => (this.running = undefined)));
  }

  /** Starts a new run after the present one. */
  async runAgain(): Promise<void> {
    await this.ended();
    await this.run();
  }

  private async sweepAll(): Promise<void> {
    for (const { name, work } of this.sweeps) {
      if (this.stop.aborted) return;
      await work().catch((error: unknown) => this.failed(name, error));
    }
  }
}

/** Runs the sweeps of this process. Modules register how they find work that Redis has lost or that has become due. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly sweeps: Sweep[] = [];
  private readonly rounds = new Map<number | undefined, Round>();
  private readonly timers: { stop(): void }[] = [];
  private readonly stopping = new AbortController();

  constructor(@Inject(DURABLE_WORK_OPTIONS) private readonly options: DurableWorkOptions) {}

  register(name: string, work: () => Promise<void>, everySeconds?: number): void {
    this.sweeps.push({ name, everySeconds, work });
  }

  get names(): readonly string[] {
    return this.sweeps.map(({ name }) => name);
  }

  /** The first run is immediate, because the last process may have been killed. */
  onApplicationBootstrap(): void {
    const own = this.sweeps.filter(({ name }) => this.options.sweeps(name));
    const failed = (name: string, error: unknown): void => this.options.observer.sweepFailed(name, error);
    for (const [seconds, sweeps] of groupBy(own, ({ everySeconds }) => everySeconds)) {
      const round = new Round(sweeps, failed, this.stopping.signal);
      this.rounds.set(seconds, round);
      this.timers.push(every((seconds ?? this.options.sweepSeconds) * 1_000, () => round.run()));
      void round.run();
    }
  }

  /** Runs the sweeps of the usual interval now, because there is new work. */
  async sweepNow(): Promise<void> {
    await this.rounds.get(undefined)?.runAgain();
  }

  onModuleDestroy(): void {
    for (const timer of this.timers) timer.stop();
    this.stopping.abort();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await drained(Promise.all([...this.rounds.values()].map((round) => round.ended())));
  }
}
