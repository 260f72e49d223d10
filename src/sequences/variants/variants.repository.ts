import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { orderedIn } from '../../commerce/storage/orders.sql.js';
import { VARIANT_MESSAGES } from '../../email/ledger/messages.sql.js';
import { CODES_HELD } from '../../offers/used-codes.sql.js';
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

/** The codes that the emails of one variant show. */
export interface CodeCounts {
  readonly stepId: string;
  readonly variant: string;
  readonly assigned: number;
  readonly redeemed: number;
  readonly returned: number;
  readonly expired: number;
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

  /** A code belongs to the email that shows it: to one for each step that shows the same offer. */
  codes(sql: Sql, retailerId: string, sequenceId: string, now: Date): Promise<CodeCounts[]> {
    return sql.query<CodeCounts>(
      `SELECT m.step_id AS "stepId", m.variant, count(*)::int AS assigned,
              count(*) FILTER (WHERE k.redeemed)::int AS redeemed,
              count(*) FILTER (WHERE k.returned)::int AS returned,
              count(*) FILTER (WHERE k.expired)::int AS expired
         FROM ${CODES_HELD} JOIN ${VARIANT_MESSAGES}
           ON m.execution_id = k.execution_id AND m.customer_id = k.customer_id AND m.offer_place = k.place
        GROUP BY m.step_id, m.variant`,
      [retailerId, sequenceId, now],
    );
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
