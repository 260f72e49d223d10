import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { drained } from '#libs/durable-work';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import type { AppConfig } from '../../config/app-config.js';
import { Runtime } from '../../config/runtime.js';
import { ClockHandler } from './clock.handler.js';
import { MembershipRepository } from '../membership/membership.repository.js';

/** Another process may write an earlier instant than the one that is waited for. */
const LOOK_EVERY_MS = 1_000;
/** What is due and was left: a customer whose facts have just changed, or a segment under evaluation. */
const LOOK_AGAIN_MS = 100;

/** Wakes the clock worker at the next instant. It needs no Redis: time goes on while that is away. */
@Injectable()
export class ClockTimerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    @Inject(Runtime) private readonly runtime: { readonly config: Pick<AppConfig, 'roles'> },
    private readonly worker: ClockHandler,
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

  /** Returns for how long there is nothing to do. */
  private async work(): Promise<number> {
    try {
      await this.worker.catchUp(undefined, this.stop.signal);
      const ms = (await this.memberships.untilNextChange()) ?? LOOK_EVERY_MS;
      return ms > 0 ? Math.min(Math.ceil(ms), LOOK_EVERY_MS) : LOOK_AGAIN_MS;
    } catch (error) {
      if (!this.stop.signal.aborted) this.logger.warn({ err: error }, 'changes of membership by time were put off');
      return LOOK_EVERY_MS;
    }
  }
}
