import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import { orderedIn } from '../../commerce/storage/orders.sql.js';
import { VARIANT_MESSAGES } from '../../email/ledger/messages.sql.js';
import { CODES_HELD } from '../../offers/used-codes.sql.js';
import { VariantEpochRow } from './variant-epoch.entity.js';
import type { VariantUnit } from './variant-unit.entity.js';
import { addToVariantSums } from './variant-sums.sql.js';

export type Epoch = Pick<VariantEpochRow, 'stepId' | 'epoch' | 'shares' | 'startedAt'>;

/** A customer who is to get a variant of a step. */
export type NewUnit = Pick<VariantUnit, 'stepId' | 'customerId' | 'epoch' | 'variant' | 'startsAt' | 'closesAt'>;

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

/** The SQL of epochs and of counts, and what begins a comparison. */
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
  async add(tx: Tx, retailerId: string, sequenceId: string, units: readonly NewUnit[]): Promise<void> {
    if (units.length === 0) return;
    await tx.execute(ADD, [
      retailerId,
      sequenceId,
      units.map(({ stepId }) => stepId),
      units.map(({ customerId }) => customerId),
      units.map(({ epoch }) => epoch),
      units.map(({ variant }) => variant),
      units.map(({ startsAt }) => startsAt),
      units.map(({ closesAt }) => closesAt),
    ]);
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

  /** One statement, so that no customer is missed or counted twice. */
  counts(sql: Sql, retailerId: string, sequenceId: string, now: Date): Promise<UnitCounts[]> {
    return sql.query<UnitCounts>(COUNTS, [retailerId, sequenceId, now]);
  }
}

const ADD = `
  WITH added AS (
    INSERT INTO variant_units (retailer_id, sequence_id, step_id, customer_id, epoch, variant, starts_at, closes_at)
    SELECT $1, $2, * FROM unnest($3::text[], $4::uuid[], $5::int[], $6::text[], $7::timestamptz[], $8::timestamptz[])
    ON CONFLICT (retailer_id, sequence_id, step_id, customer_id) DO NOTHING
    RETURNING *)
  ${addToVariantSums('(SELECT *, 1 AS assigned, 0 AS n, 0 AS x FROM added) u')}`;

/** The sums have most customers. Those whose windows have closed since the last folding are read from the orders. */
const COUNTS = `
  SELECT step_id AS "stepId", epoch, variant, sum(assigned)::int AS assigned, sum(n)::int AS n, sum(x)::int AS x
    FROM (
      SELECT step_id, epoch, variant, assigned, n, x FROM variant_sums WHERE retailer_id = $1 AND sequence_id = $2
       UNION ALL
      SELECT u.step_id, u.epoch, u.variant, 0, count(*), count(*) FILTER (WHERE ordered.orders > 0)
        FROM variant_units u
       CROSS JOIN LATERAL (${orderedIn('ARRAY[u.customer_id]', 'u.starts_at', 'u.closes_at')}) ordered
       WHERE u.retailer_id = $1 AND u.sequence_id = $2 AND NOT u.folded AND u.closes_at <= $3
       GROUP BY u.step_id, u.epoch, u.variant) counts
   GROUP BY step_id, epoch, variant`;
