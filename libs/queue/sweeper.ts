import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { drained } from './drained.js';
import { JOB_RUNNER_OPTIONS, type JobRunnerOptions } from './job-runner.js';

type Sweep = () => Promise<void>;

/**
 * Rings again for work that Postgres knows of and Redis has lost. Each module registers how it finds its own; every
 * worker sweeps, because a doorbell too many changes nothing.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly sweeps = new Map<string, Sweep>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopping = false;

  constructor(@Inject(JOB_RUNNER_OPTIONS) private readonly options: JobRunnerOptions) {}

  register(name: string, sweep: Sweep): void {
    this.sweeps.set(name, sweep);
  }

  onApplicationBootstrap(): void {
    if (!this.options.work) return;
    this.timer = setInterval(() => {
      this.running ??= this.sweepAll().finally(() => (this.running = undefined));
    }, this.options.sweepSeconds * 1_000);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.stopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await drained(this.running);
  }

  private async sweepAll(): Promise<void> {
    for (const [name, sweep] of this.sweeps) {
      if (this.stopping) return;
      try {
        await sweep();
      } catch (error) {
        this.options.observer.sweepFailed(name, error);
      }
    }
  }
}
