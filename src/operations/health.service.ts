import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { ReadinessAnswer } from './operations.dto.js';
import { QueueDepthsService } from './queue-depths.service.js';
import { within } from './time-limit.js';

const LIMIT_MS = 2_000;

/** Whether both datastores answer in time, so that this process can work. */
@Injectable()
export class HealthService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueDepthsService,
  ) {}

  async readiness(): Promise<ReadinessAnswer> {
    const [postgres, redis] = await Promise.all([
      isUp(within(LIMIT_MS, this.database.acrossRetailers.query('SELECT 1'), late)),
      isUp(this.queues.ping()),
    ]);
    return { status: postgres === 'up' && redis === 'up' ? 'ok' : 'error', checks: { postgres, redis } };
  }
}

const late = (): Error => new Error('Postgres does not answer');

const isUp = (check: Promise<unknown>): Promise<'up' | 'down'> =>
  check.then(
    () => 'up',
    () => 'down',
  );
