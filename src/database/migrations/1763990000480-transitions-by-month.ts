import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  type ByMonth,
  makeMonths,
  partitionByMonth,
  plainAgain,
  proveBounds,
  storedUntilNow,
} from './ageing/by-month.js';
import { takeLocks } from './ageing/take-locks.js';
import type { PreparedStep } from './step.js';

const TRANSITIONS: ByMonth = {
  table: 'segment_transitions',
  primaryKey: 'retailer_id, segment_id, customer_id, at',
  key: 'at',
  foreignKeys: [
    `CONSTRAINT segment_transitions_retailer_id_segment_id_fkey FOREIGN KEY (retailer_id, segment_id)
       REFERENCES segments (retailer_id, id) ON DELETE CASCADE`,
  ],
  indexes: () => ({}),
  before: storedUntilNow('at'),
};

/** Partitions the transitions of segments by month. The stored rows become one partition as they are. */
export class TransitionsByMonth1763990000480 implements MigrationInterface, PreparedStep {
  name = 'TransitionsByMonth1763990000480';

  prepare(runner: QueryRunner): Promise<void> {
    return proveBounds(runner, TRANSITIONS);
  }

  async up(runner: QueryRunner): Promise<void> {
    await takeLocks(runner, ['segments', 'segment_transitions']);
    await partitionByMonth(runner, TRANSITIONS);
    await makeMonths(runner);
  }

  down(runner: QueryRunner): Promise<void> {
    return plainAgain(runner, TRANSITIONS);
  }
}
