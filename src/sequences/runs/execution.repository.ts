import { Injectable } from '@nestjs/common';
import { columnsOf, Database, type Sql, type Tx } from '#libs/database';
import { isInstant, isUuid, notFound, type Page, pageOf, readCursor } from '#libs/kernel';
import { LessThan } from 'typeorm';
import { SequenceVersion } from '../definitions/sequence-version.entity.js';
import { Execution, type ExecutionMode } from './execution.entity.js';
import type { Split } from './entry.js';
import type { Prospect } from './prospect.js';
import type { Run } from './run.js';

/** A new execution; the other columns have defaults. */
export type NewExecution = Omit<
  Execution,
  | 'status'
  | 'planned'
  | 'treated'
  | 'heldBack'
  | 'prospect'
  | 'cursor'
  | 'plannedAt'
  | 'failures'
  | 'createdAt'
  | 'finishedAt'
>;

/** An execution that has not ended. */
export type RunningExecution = Pick<Execution, 'id' | 'mode' | 'trigger' | 'segmentId'>;

const COLUMNS = `${columnsOf(Execution, 'x')}, ${columnsOf(SequenceVersion, 'v', ['definition', 'templateIds'])}`;
const FROM = `executions x JOIN sequence_versions v
  ON v.retailer_id = x.retailer_id AND v.sequence_id = x.sequence_id AND v.version = x.sequence_version`;
const KEY_KEPT_MS = 24 * 3_600_000;
const MOST_FAILURES = 8;
const DRY_RUN_KEPT = `interval '30 days'`;

/** Executions. A statement is plain SQL where it joins or locks a run, or where a new value depends on the row. */
@Injectable()
export class ExecutionRepository {
  constructor(private readonly database: Database) {}

  /** Starts the execution. The caller has locked the sequence. */
  async insert(tx: Tx, execution: NewExecution): Promise<void> {
    await tx.repository(Execution).insert(execution);
  }

  /**
   * The execution that this request key started within the last 24 hours; an older key is freed. The key is stored
   * here and not only with the answers, because an api process may die between the start and its answer.
   */
  async idOfRequest(tx: Tx, retailerId: string, sequenceId: string, requestKey: string): Promise<string | undefined> {
    const [executions, ofKey] = [tx.repository(Execution), { retailerId, sequenceId, requestKey }];
    const createdAt = LessThan(new Date(Date.now() - KEY_KEPT_MS));
    await executions.update({ ...ofKey, createdAt }, { requestKey: null });
    return (await executions.findOneBy(ofKey))?.id;
  }

  /** The running executions of the sequence. The caller has locked the sequence, so that none can start. */
  runningOf(tx: Tx, retailerId: string, sequenceId: string): Promise<RunningExecution[]> {
    const where = { retailerId, sequenceId, status: 'running' } as const;
    return tx.repository(Execution).find({ where, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** The execution, or 404. */
  async get(id: string): Promise<Run> {
    const rows = isUuid(id)
      ? await this.database.acrossRetailers.query<Run>(`SELECT ${COLUMNS} FROM ${FROM} WHERE x.id = $1`, [id])
      : [];
    if (!rows[0]) throw notFound('execution');
    return rows[0];
  }

  /** Newest first. */
  async list(
    retailerId: string,
    { sequenceId, dryRuns }: { readonly sequenceId: string; readonly dryRuns: boolean },
    limit: number,
    cursor?: string,
  ): Promise<Page<Run>> {
    const [at, after] = readCursor(cursor, [isInstant, isUuid]) ?? [];
    const rows = await this.database.of(retailerId).query<Run & { readonly place: string }>(
      `SELECT ${COLUMNS}, to_char(x.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS place FROM ${FROM}
        WHERE x.retailer_id = $1 AND x.sequence_id = $2 AND ($6 OR x.mode <> 'dryRun')
          AND ($3::timestamptz IS NULL OR (x.created_at, x.id) < ($3::timestamptz, $4::uuid))
        ORDER BY x.created_at DESC, x.id DESC LIMIT $5`,
      [retailerId, sequenceId, at ?? null, after ?? null, limit + 1, dryRuns],
    );
    return pageOf(rows, limit, ({ place, id }) => [place, id]);
  }

  /** Deletes one old dry run with its plan. A call deletes at most one, because a plan may be large. */
  async deleteOldDryRun(): Promise<void> {
    await this.database.acrossRetailers.execute(
      `WITH old AS MATERIALIZED (
         SELECT retailer_id, id FROM executions WHERE mode = 'dryRun' AND finished_at < now() - ${DRY_RUN_KEPT}
          ORDER BY finished_at LIMIT 1)
       DELETE FROM executions WHERE (retailer_id, id) IN (TABLE old)`,
    );
  }

  /** Locks the execution for planning. Undefined if it has ended, is planned, or is locked by another worker. */
  async forPlanning(tx: Tx, retailerId: string, id: string): Promise<Run | undefined> {
    const rows = await tx.query<Run>(
      `SELECT ${COLUMNS} FROM ${FROM}
        WHERE x.retailer_id = $1 AND x.id = $2 AND x.status = 'running' AND x.planned_at IS NULL
          FOR UPDATE OF x SKIP LOCKED`,
      [retailerId, id],
    );
    return rows[0];
  }

  /** The executions among these that are running. A lock keeps them running until the transaction ends. */
  running(tx: Tx, retailerId: string, ids: readonly string[]): Promise<Run[]> {
    return tx.query<Run>(
      `SELECT ${COLUMNS} FROM ${FROM}
        WHERE x.retailer_id = $1 AND x.id = ANY ($2::uuid[]) AND x.status = 'running' ORDER BY x.id FOR SHARE OF x`,
      [retailerId, ids],
    );
  }

  /**
   * Records that `count` more recipients are planned, up to `cursor`, and when the first of them is due. Sets the count
   * of failures back to 0.
   */
  async advance(tx: Tx, { retailerId, id }: Run, cursor: string, count: number, startsAt?: Date): Promise<void> {
    await tx.execute(
      `UPDATE executions
          SET cursor = $3, planned = planned + $4, failures = 0, starts_at = least(starts_at, $5::timestamptz)
        WHERE retailer_id = $1 AND id = $2`,
      [retailerId, id, cursor, count, startsAt ?? null],
    );
  }

  async saveProspect({ retailerId, id }: Run, prospect: Prospect): Promise<void> {
    await this.database
      .of(retailerId)
      .using(Execution, (executions) => executions.update({ retailerId, id }, { prospect }));
  }

  /** Adds the groups of planned recipients. */
  async addSplit(tx: Tx, { retailerId, id }: Run, { treated, holdout }: Split): Promise<void> {
    await tx.execute(
      `UPDATE executions SET treated = coalesce(treated, 0) + $3, held_back = coalesce(held_back, 0) + $4
        WHERE retailer_id = $1 AND id = $2`,
      [retailerId, id, treated, holdout],
    );
  }

  /**
   * Marks planning as complete. Removes the test addresses, which are in the ledger now. Except for a test, the
   * audience becomes the number of planned recipients.
   */
  async markPlanned(tx: Tx, { retailerId, id, mode }: Run): Promise<void> {
    const planned = { plannedAt: new Date(), recipients: [] };
    await tx
      .repository(Execution)
      .update({ retailerId, id }, mode === 'test' ? planned : { ...planned, audience: () => 'planned' });
  }

  /** False if the execution has already ended. */
  async cancel(tx: Tx, retailerId: string, id: string): Promise<boolean> {
    const { affected } = await tx
      .repository(Execution)
      .update({ retailerId, id, status: 'running' }, { status: 'cancelled', finishedAt: new Date(), recipients: [] });
    return affected === 1;
  }

  /** Completes the execution if it is planned and no enrolment is active. Returns whether it did. */
  async complete(sql: Sql, retailerId: string, id: string): Promise<boolean> {
    const completed = await sql.execute(
      `UPDATE executions x SET status = 'completed', finished_at = now()
        WHERE x.retailer_id = $1 AND x.id = $2 AND x.status = 'running' AND x.planned_at IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM enrolments e
                           WHERE e.retailer_id = $1 AND e.execution_id = $2 AND e.status = 'active')`,
      [retailerId, id],
    );
    return completed > 0;
  }

  /** Counts a failed planning. True if it was the last attempt, which fails the execution. */
  async recordFailure(tx: Tx, retailerId: string, id: string): Promise<boolean> {
    const [row] = await tx.query<{ status: string }>(
      `UPDATE executions
          SET failures = failures + 1,
              status = CASE WHEN failures + 1 >= ${MOST_FAILURES} THEN 'failed' ELSE status END,
              finished_at = CASE WHEN failures + 1 >= ${MOST_FAILURES} THEN $3::timestamptz END
        WHERE retailer_id = $1 AND id = $2 AND status = 'running' RETURNING status`,
      [retailerId, id, new Date()],
    );
    return row?.status === 'failed';
  }

  /**
   * Running executions whose job may be lost: they are not planned and their sequence is not paused for them, or they
   * are planned and have no active enrolment.
   */
  forgotten(): Promise<{ retailerId: string; id: string; mode: ExecutionMode; isPlanned: boolean }[]> {
    return this.database.acrossRetailers.query(
      `SELECT x.retailer_id AS "retailerId", x.id, x.mode, x.planned_at IS NOT NULL AS "isPlanned" FROM executions x
        WHERE x.status = 'running' AND x.created_at < now() - interval '1 second'
          AND (x.planned_at IS NOT NULL OR x.mode <> 'live' OR NOT EXISTS (
            SELECT 1 FROM sequences s
             WHERE s.retailer_id = x.retailer_id AND s.id = x.sequence_id AND s.paused_at IS NOT NULL))
          AND NOT EXISTS (SELECT 1 FROM enrolments e WHERE x.planned_at IS NOT NULL AND e.retailer_id = x.retailer_id
                             AND e.execution_id = x.id AND e.status = 'active')
        ORDER BY x.created_at LIMIT 500`,
    );
  }
}
