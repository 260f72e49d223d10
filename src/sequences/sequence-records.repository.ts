import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';

/** A customer's way through a sequence. */
export interface SequenceRecord {
  readonly sequenceId: string;
  readonly executionId: string;
  /** active, finished or left. */
  readonly state: string;
  readonly reason: string | null;
  readonly enrolledAt: Date;
}

/** All SQL about what sequences know of one person or one store. */
@Injectable()
export class SequenceRecordsRepository {
  ofCustomer(sql: Sql, retailerId: string, customerId: string): Promise<SequenceRecord[]> {
    return sql.query<SequenceRecord>(
      `SELECT sequence_id AS "sequenceId", execution_id AS "executionId", state, reason, enrolled_at AS "enrolledAt"
         FROM enrolments WHERE retailer_id = $1 AND customer_id = $2 ORDER BY enrolled_at, execution_id`,
      [retailerId, customerId],
    );
  }

  async deleteCustomer(tx: Tx, retailerId: string, customerId: string): Promise<void> {
    for (const statement of [
      `DELETE FROM planned_messages WHERE retailer_id = $1 AND customer_id = $2`,
      `DELETE FROM enrolments WHERE retailer_id = $1 AND customer_id = $2`,
    ]) {
      await tx.execute(statement, [retailerId, customerId]);
    }
  }

  /** Versions, executions, enrolments and plans go with their sequences. */
  async deleteRetailer(tx: Tx, retailerId: string): Promise<void> {
    await tx.execute(`DELETE FROM sequences WHERE retailer_id = $1`, [retailerId]);
  }
}
