import { Injectable } from '@nestjs/common';
import { columnsOf, type Snapshot } from '#libs/database';
import { Execution } from './execution.entity.js';

const OF_EXECUTION = [
  'id',
  'sequenceId',
  'sequenceVersion',
  'mode',
  'trigger',
  'repeat',
  'status',
  'segmentId',
  'audience',
  'treated',
  'heldBack',
  'startsAt',
  'createdAt',
  'finishedAt',
] as const;

export type ExportedExecution = Readonly<Pick<Execution, (typeof OF_EXECUTION)[number]>> & {
  readonly brandId: string;
};

/** All executions of a retailer, and the sequences that have results. */
@Injectable()
export class ExecutionExportQueries {
  /** In slices, the earliest first. */
  executions(state: Snapshot, retailerId: string, rowsAtOnce: number): AsyncIterable<readonly ExportedExecution[]> {
    return state.slices<ExportedExecution>(
      `SELECT ${columnsOf(Execution, 'x', OF_EXECUTION)}, s.brand_id AS "brandId"
         FROM executions x JOIN sequences s ON s.retailer_id = x.retailer_id AND s.id = x.sequence_id
        WHERE x.retailer_id = $1 ORDER BY x.created_at, x.id`,
      [retailerId],
      rowsAtOnce,
    );
  }

  /** The ids of the sequences that are not deleted, in slices. */
  sequences(
    state: Snapshot,
    retailerId: string,
    rowsAtOnce: number,
  ): AsyncIterable<readonly { readonly id: string }[]> {
    return state.slices<{ id: string }>(
      `SELECT id FROM sequences WHERE retailer_id = $1 AND deleted_at IS NULL ORDER BY id`,
      [retailerId],
      rowsAtOnce,
    );
  }
}
