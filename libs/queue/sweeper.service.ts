import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { drained } from './drained.js';
import { JOB_RUNNER_OPTIONS, type JobRunnerOptions } from './job-runner.service.js';

type Sweep = () => Promise<void>;

/**
 * Enqueues again the work that Postgres knows of and Redis has lost. Each module registers how it finds its own; every
 * process with the sweep's role sweeps, because a job too many changes nothing.
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

  get names(): readonly string[] {
    return [...this.sweeps.keys()];
  }

  onApplicationBootstrap(): void {
    const own = [...this.sweeps].filter(([name]) => this.options.sweeps(name));
    if (own.length === 0) return;
    this.timer = setInterval(() => {
      this.running ??= this.sweepAll(own).finally(() => (this.running = undefined));
    }, this.options.sweepSeconds * 1_000);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
    this.stopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await drained(this.running);
  }

  private async sweepAll(sweeps: readonly (readonly [name: string, sweep: Sweep])[]): Promise<void> {
    for (const [name, sweep] of sweeps) {
      if (this.stopping) return;
      try {
        await sweep();
      } catch (error) {
        this.options.observer.sweepFailed(name, error);
      }
    }
  }
}
