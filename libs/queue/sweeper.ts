import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { JOB_RUNNER_OPTIONS, type JobRunnerOptions } from './job-runner.js';

type Sweep = () => Promise<void>;

/**
 * Rings again for work that Postgres knows of and Redis has lost. Each module registers how it finds its own; every
 * worker sweeps, because a doorbell too many changes nothing.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps = new Map<string, Sweep>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

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

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async sweepAll(): Promise<void> {
    for (const [name, sweep] of this.sweeps) {
      try {
        await sweep();
      } catch (error) {
        this.options.observer.sweepFailed(name, error);
      }
    }
  }
}
