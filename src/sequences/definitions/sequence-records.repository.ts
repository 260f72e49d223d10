import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Person } from '../../personal-data/person.js';
import type { Counts } from '../../personal-data/personal-data.service.js';

/** A customer's way through a sequence. */
interface SequenceRecord {
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
  ofPerson(sql: Sql, { retailerId, customerIds }: Person): Promise<SequenceRecord[]> {
    return sql.query<SequenceRecord>(
      `SELECT sequence_id AS "sequenceId", execution_id AS "executionId", state, reason, enrolled_at AS "enrolledAt"
         FROM enrolments WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[]) ORDER BY enrolled_at, execution_id`,
      [retailerId, customerIds],
    );
  }

  /** How many rows went, for each table. */
  async erase(tx: Tx, { retailerId, customerIds }: Person): Promise<Counts> {
    const removed: Record<string, number> = {};
    for (const table of ['planned_messages', 'enrolments']) {
      removed[table] = await tx.execute(
        `DELETE FROM ${table} WHERE retailer_id = $1 AND customer_id = ANY ($2::uuid[])`,
        [retailerId, customerIds],
      );
    }
    return removed;
  }
}
