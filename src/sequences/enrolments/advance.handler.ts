import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import { EmailService } from '../../email/email.service.js';
import type { SettledMessage } from '../../email/ledger/message.entity.js';
import { StepMovesService } from './step-moves.service.js';
import { ExecutionEndsService } from './execution-ends.service.js';
import { ExecutionRepository } from '../runs/execution.repository.js';
import { UnitFiguresService } from '../../lift/outcomes/unit-figures.service.js';

const AT_ONCE = 500;

/**
 * Takes settled messages and moves their recipients in running live executions to the next step, both in one
 * transaction.
 */
@Injectable()
export class AdvanceHandler {
  constructor(
    private readonly database: Database,
    private readonly executions: ExecutionRepository,
    private readonly email: EmailService,
    private readonly outcomes: UnitFiguresService,
    private readonly ends: ExecutionEndsService,
    private readonly moves: StepMovesService,
  ) {}

  @OnJob('sequences.advance')
  async advance({ retailerId }: RetailerRef): Promise<void> {
    let taken: readonly SettledMessage[];
    do {
      taken = await this.database.transaction(retailerId, (tx) => this.advanceSome(tx, retailerId));
      const touched = new Set(taken.map(({ executionId }) => executionId));
      for (const executionId of touched) await this.ends.completeIfDone(retailerId, executionId);
    } while (taken.length === AT_ONCE);
  }

  private async advanceSome(tx: Tx, retailerId: string): Promise<readonly SettledMessage[]> {
    const settled = await this.email.takeSettled(tx, retailerId, AT_ONCE);
    const byExecution = groupBy(settled, ({ executionId }) => executionId);
    if (byExecution.size === 0) return settled;
    // Before the enrolments are locked, as a change of orders does it: the same order avoids a deadlock.
    await this.outcomes.noteEmails(tx, retailerId, settled);
    for (const run of await this.executions.running(tx, retailerId, [...byExecution.keys()])) {
      if (run.mode === 'live') await this.moves.move(tx, run, byExecution.get(run.id) ?? []);
    }
    return settled;
  }
}
