import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import type { PlanApproval } from '../definitions/plan-approval.js';
import { SequencePlan } from './sequence-plan.entity.js';

export type NewPlan = Pick<SequencePlan, 'retailerId' | 'sequenceId' | 'hash' | 'parts' | 'expiresAt'>;

/** All reads and writes of plans. Plain SQL where an insert also deletes some expired rows. */
@Injectable()
export class SequencePlansRepository {
  constructor(private readonly database: Database) {}

  /** Saves the plan, or moves the expiry of the same one. */
  async save({ retailerId, sequenceId, hash, parts, expiresAt }: NewPlan): Promise<void> {
    await this.database.of(retailerId).execute(
      `WITH old AS MATERIALIZED (
         SELECT sequence_id, hash FROM sequence_plans WHERE retailer_id = $1 AND expires_at < $6
          ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED),
       swept AS (DELETE FROM sequence_plans
         WHERE retailer_id = $1 AND (sequence_id, hash) IN (TABLE old) AND (sequence_id, hash) <> ($2, $3))
       INSERT INTO sequence_plans (retailer_id, sequence_id, hash, parts, expires_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (retailer_id, sequence_id, hash) DO UPDATE SET expires_at = excluded.expires_at`,
      [retailerId, sequenceId, hash, JSON.stringify(parts), expiresAt, new Date()],
    );
  }

  /** The newest plan of each sequence of the brand, where it has not expired and no live run has used it. */
  async open(retailerId: string, brandId: string): Promise<Pick<SequencePlan, 'sequenceId' | 'parts'>[]> {
    return this.database.of(retailerId).query(
      `SELECT p.sequence_id AS "sequenceId", p.parts FROM (
         SELECT DISTINCT ON (sequence_id) * FROM sequence_plans
          WHERE retailer_id = $1 ORDER BY sequence_id, expires_at DESC) p
         JOIN sequences s ON s.retailer_id = $1 AND s.id = p.sequence_id AND s.deleted_at IS NULL
        WHERE s.brand_id = $2 AND p.expires_at > $3 AND NOT EXISTS (
          SELECT FROM executions x
           WHERE x.retailer_id = $1 AND x.sequence_id = p.sequence_id AND x.plan_hash = p.hash)
        ORDER BY p.sequence_id`,
      [retailerId, brandId, new Date()],
    );
  }

  async find(
    retailerId: string,
    sequenceId: string,
    hash: string,
  ): Promise<Pick<SequencePlan, 'parts' | 'approvals' | 'expiresAt'> | undefined> {
    const plan = await this.database
      .of(retailerId)
      .using(SequencePlan, (plans) => plans.findOneBy({ retailerId, sequenceId, hash }));
    return plan ?? undefined;
  }

  /** Adds the approval, once for each person. */
  async approve(retailerId: string, sequenceId: string, hash: string, approval: PlanApproval): Promise<void> {
    const { kind, subject } = approval;
    await this.database.of(retailerId).execute(
      `UPDATE sequence_plans SET approvals = approvals || $4::jsonb
        WHERE retailer_id = $1 AND sequence_id = $2 AND hash = $3 AND NOT approvals @> $5::jsonb`,
      [retailerId, sequenceId, hash, JSON.stringify([approval]), JSON.stringify([{ kind, subject }])],
    );
  }
}
