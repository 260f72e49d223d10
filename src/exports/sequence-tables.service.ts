import { Injectable } from '@nestjs/common';
import type { Snapshot } from '#libs/database';
import { EmailService } from '../email/email.service.js';
import { ClicksQueries } from '../links/clicks/clicks.queries.js';
import { type ExportedExecution, ExecutionExportQueries } from '../sequences/runs/execution-export.queries.js';
import type { SequenceResultsAnswer } from '../sequences/results/sequence-results.dto.js';
import { SequenceResultsService } from '../sequences/results/sequence-results.service.js';
import type { ColumnType, ExportRow, ExportTable } from './export-table.js';

/** Each execution and each sequence takes further queries. */
const ROWS_AT_ONCE = 100;

const RESULT_COLUMNS = {
  sequenceId: 'text',
  brandId: 'text',
  asOf: 'instant',
  status: 'text',
  experiment: 'integer',
  treated: 'integer',
  holdout: 'integer',
  treatedClosed: 'integer',
  holdoutClosed: 'integer',
  treatedCameBack: 'integer',
  holdoutCameBack: 'integer',
  pValue: 'number',
  incrementalCustomers: 'number',
  incrementalCustomersLow: 'number',
  incrementalCustomersHigh: 'number',
  incrementalRevenue: 'money',
  incrementalRevenueLow: 'money',
  incrementalRevenueHigh: 'money',
  attributedOrders: 'integer',
  attributedRevenue: 'money',
  currency: 'text',
  humanClicks: 'integer',
  robotClicks: 'integer',
} as const satisfies Record<string, ColumnType>;

/** The tables of executions, and of the results of sequences. */
@Injectable()
export class SequenceTablesService {
  constructor(
    private readonly queries: ExecutionExportQueries,
    private readonly email: EmailService,
    private readonly clicks: ClicksQueries,
    private readonly results: SequenceResultsService,
  ) {}

  /** Executions with the counts of their messages and clicks. A dry run has no messages. */
  executions(retailerId: string): ExportTable {
    return {
      columns: {
        executionId: 'text',
        sequenceId: 'text',
        sequenceVersion: 'integer',
        brandId: 'text',
        segmentId: 'text',
        mode: 'text',
        trigger: 'text',
        repeat: 'boolean',
        status: 'text',
        audience: 'integer',
        treated: 'integer',
        heldBack: 'integer',
        queued: 'integer',
        sending: 'integer',
        sent: 'integer',
        failed: 'integer',
        unknown: 'integer',
        skipped: 'integer',
        humanClicks: 'integer',
        robotClicks: 'integer',
        startsAt: 'instant',
        createdAt: 'instant',
        finishedAt: 'instant',
      },
      slices: (state) => this.executionRows(state, retailerId),
    };
  }

  /** The results of each sequence: those of its last experiment, and the orders that followed its emails. */
  resultsOf(retailerId: string): ExportTable {
    return { columns: RESULT_COLUMNS, slices: (state) => this.resultRows(state, retailerId) };
  }

  private async *executionRows(state: Snapshot, retailerId: string): AsyncGenerator<readonly ExportRow[]> {
    for await (const executions of this.queries.executions(state, retailerId, ROWS_AT_ONCE)) {
      const rows: ExportRow[] = [];
      for (const execution of executions) rows.push(await this.executionRow(state, retailerId, execution));
      yield rows;
    }
  }

  private async executionRow(
    state: Snapshot,
    retailerId: string,
    { id, ...execution }: ExportedExecution,
  ): Promise<ExportRow> {
    const { planned: _, skipped, ...counts } = await this.email.counts(retailerId, id, state);
    const { human, robot } = await this.clicks.counts(retailerId, id, state);
    return {
      ...execution,
      ...counts,
      executionId: id,
      skipped: Object.values(skipped).reduce((sum, count) => sum + count, 0),
      humanClicks: human,
      robotClicks: robot,
    };
  }

  /** The estimates are computed outside of the snapshot: each row says with `asOf` of which instant it is. */
  private async *resultRows(state: Snapshot, retailerId: string): AsyncGenerator<readonly ExportRow[]> {
    for await (const sequences of this.queries.sequences(state, retailerId, ROWS_AT_ONCE)) {
      for (const { id } of sequences) yield [resultRow(id, await this.results.ofSequence(id, undefined, 'en'))];
    }
  }
}

function resultRow(
  sequenceId: string,
  { brandId, asOf, status, experiment, assigned, closed, customers, revenue, attributed }: SequenceResultsAnswer,
): Readonly<Record<keyof typeof RESULT_COLUMNS, ExportRow[string]>> {
  return {
    sequenceId,
    brandId,
    asOf,
    status,
    experiment: experiment?.number ?? null,
    treated: assigned.treated,
    holdout: assigned.holdout,
    treatedClosed: closed.treated.customers,
    holdoutClosed: closed.holdout.customers,
    treatedCameBack: closed.treated.cameBack,
    holdoutCameBack: closed.holdout.cameBack,
    pValue: customers.pValue,
    incrementalCustomers: customers.incremental.estimate,
    incrementalCustomersLow: customers.incremental.low,
    incrementalCustomersHigh: customers.incremental.high,
    incrementalRevenue: revenue.incremental.estimate?.amount ?? null,
    incrementalRevenueLow: revenue.incremental.low?.amount ?? null,
    incrementalRevenueHigh: revenue.incremental.high?.amount ?? null,
    attributedOrders: attributed.byEither.orders,
    attributedRevenue: attributed.byEither.revenue.amount,
    currency: attributed.byEither.revenue.currency,
    humanClicks: attributed.clicks.human,
    robotClicks: attributed.clicks.robot,
  };
}
