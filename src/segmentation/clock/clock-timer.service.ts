import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { drained } from '#libs/durable-work';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import type { AppConfig } from '../../config/app-config.js';
import { Runtime } from '../../config/runtime.js';
import { ClockService } from './clock.service.js';
import { MembershipRepository } from '../membership/membership.repository.js';

/** The longest pause: meanwhile another process may store an earlier next change. */
const LONGEST_PAUSE_MS = 1_000;
/** The pause after due changes were left to another evaluation of their customer or segment. */
const RETRY_MS = 100;

/** Runs the clock at each next change. It uses no queue, so that memberships follow time while Redis is unreachable. */
@Injectable()
export class ClockTimerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    @Inject(Runtime) private readonly runtime: { readonly config: Pick<AppConfig, 'roles'> },
    private readonly clock: ClockService,
    private readonly memberships: MembershipRepository,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.runtime.config.roles.runs('segmentation.clock')) this.running = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await drained(this.running);
  }

  private async run(): Promise<void> {
    while (!this.stop.signal.aborted) {
      const ms = await this.work();
      await pause(ms, undefined, { signal: this.stop.signal }).catch(() => undefined);
    }
  }

  /** Returns the pause until the next run, in ms. */
  private async work(): Promise<number> {
    try {
      await this.clock.catchUp(undefined, this.stop.signal);
      const ms = (await this.memberships.untilNextChange()) ?? LONGEST_PAUSE_MS;
      return ms > 0 ? Math.min(Math.ceil(ms), LONGEST_PAUSE_MS) : RETRY_MS;
    } catch (error) {
      if (!this.stop.signal.aborted) this.logger.warn({ err: error }, 'changes of membership by time are delayed');
      return LONGEST_PAUSE_MS;
    }
  }
}
