import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { QueueDepthsService } from './queue-depths.service.js';
import { within } from './time-limit.js';

export type Part = 'up' | 'down';

export interface Readiness {
  readonly status: 'ok' | 'error';
  readonly checks: { readonly postgres: Part; readonly redis: Part };
}

const LIMIT_MS = 2_000;

/** Whether this process can do its work: both stores answer in time. */
@Injectable()
export class HealthService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueDepthsService,
  ) {}

  async readiness(): Promise<Readiness> {
    const [postgres, redis] = await Promise.all([
      isUp(within(LIMIT_MS, this.database.acrossRetailers.query('SELECT 1'), late)),
      isUp(this.queues.ping()),
    ]);
    return { status: postgres === 'up' && redis === 'up' ? 'ok' : 'error', checks: { postgres, redis } };
  }
}

const late = (): Error => new Error('Postgres does not answer');

const isUp = (check: Promise<unknown>): Promise<Part> =>
  check.then(
    () => 'up',
    () => 'down',
  );
