import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { orderedIn } from '../../commerce/storage/orders.sql.js';
import { VariantEpochRow } from './variant-epoch.entity.js';
import { VariantUnit } from './variant-unit.entity.js';

export type Epoch = Pick<VariantEpochRow, 'stepId' | 'epoch' | 'shares' | 'startedAt'>;
export type NewUnit = Omit<VariantUnit, 'sequence'>;

/** The customers of one variant in one epoch. */
export interface UnitCounts {
  readonly stepId: string;
  readonly epoch: number;
  readonly variant: string;
  readonly assigned: number;
  /** Those whose window has closed, and those of them who came back. */
  readonly n: number;
  readonly x: number;
}

/** All SQL of the variants of steps. */
@Injectable()
export class VariantsRepository {
  /** In the order of time. */
  epochs(sql: Sql, retailerId: string, sequenceId: string): Promise<VariantEpochRow[]> {
    const order = { stepId: 'ASC', epoch: 'ASC' } as const;
    return sql.using(VariantEpochRow, (epochs) => epochs.find({ where: { retailerId, sequenceId }, order }));
  }

  /** Does nothing where another transaction has begun an epoch of that number. */
  async begin(tx: Tx, epoch: Omit<VariantEpochRow, 'sequence'>): Promise<void> {
    await tx.repository(VariantEpochRow).createQueryBuilder().insert().values(epoch).orIgnore().execute();
  }

  /** A customer who gets the step again is in the comparison already. */
  async add(tx: Tx, units: readonly NewUnit[]): Promise<void> {
    if (units.length === 0) return;
    await tx
      .repository(VariantUnit)
      .createQueryBuilder()
      .insert()
      .values([...units])
      .orIgnore()
      .execute();
  }

  counts(sql: Sql, retailerId: string, sequenceId: string, now: Date): Promise<UnitCounts[]> {
    return sql.query<UnitCounts>(
      `SELECT u.step_id AS "stepId", u.epoch, u.variant, count(*)::int AS assigned,
              count(*) FILTER (WHERE u.closes_at <= $3)::int AS n,
              count(*) FILTER (WHERE u.closes_at <= $3 AND ordered.orders > 0)::int AS x
         FROM variant_units u
        CROSS JOIN LATERAL (${orderedIn('ARRAY[u.customer_id]', 'u.starts_at', 'u.closes_at')}) ordered
        WHERE u.retailer_id = $1 AND u.sequence_id = $2
        GROUP BY u.step_id, u.epoch, u.variant`,
      [retailerId, sequenceId, now],
    );
  }
}
