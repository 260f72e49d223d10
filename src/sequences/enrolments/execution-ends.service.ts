import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { EmailService } from '../../email/email.service.js';
import { EnrolmentRepository } from './enrolment.repository.js';
import { RunOffersService } from '../runs/run-offers.service.js';
import { ExecutionRepository } from '../runs/execution.repository.js';

/** Ends executions: completed, cancelled or failed. */
@Injectable()
export class ExecutionEndsService {
  constructor(
    private readonly database: Database,
    private readonly executions: ExecutionRepository,
    private readonly enrolments: EnrolmentRepository,
    private readonly email: EmailService,
    private readonly offers: RunOffersService,
  ) {}

  /**
   * Completes the execution if it is planned, no enrolment is active, and no message of a test is still to be sent.
   * Call it after the transaction that ended an enrolment: two transactions that end the last two enrolments at once
   * would each still see the other one as active.
   */
  async completeIfDone(retailerId: string, executionId: string): Promise<void> {
    const { mode, plannedAt, status } = await this.executions.get(executionId);
    if (status !== 'running' || plannedAt === null) return;
    if (mode === 'test') {
      const { queued, sending } = await this.email.counts(retailerId, executionId);
      if (queued + sending > 0) return;
    }
    await this.database.transaction(retailerId, async (tx) => {
      const isCompleted = await this.executions.complete(tx, retailerId, executionId);
      if (isCompleted) await this.offers.end(tx, retailerId, executionId);
    });
  }

  /**
   * Stops planning and sending. Messages with the mail server get their outcome. False if the execution had already
   * ended. With `revokeSent` the codes in mailboxes are removed from the store, too.
   */
  cancel(retailerId: string, executionId: string, revokeSent = false): Promise<boolean> {
    return this.database.transaction(retailerId, async (tx) => {
      if (!(await this.executions.cancel(tx, retailerId, executionId))) return false;
      await this.stop(tx, retailerId, executionId, revokeSent);
      return true;
    });
  }

  /** Counts a failed planning. The last attempt ends the execution as failed. */
  async recordFailure(retailerId: string, executionId: string): Promise<void> {
    await this.database.transaction(retailerId, async (tx) => {
      const isGivenUp = await this.executions.recordFailure(tx, retailerId, executionId);
      if (isGivenUp) await this.stop(tx, retailerId, executionId);
    });
  }

  private async stop(tx: Tx, retailerId: string, executionId: string, revokeSent = false): Promise<void> {
    await this.enrolments.endAll(tx, retailerId, executionId, 'cancelled');
    await this.email.cancel(tx, retailerId, executionId);
    await this.offers.end(tx, retailerId, executionId, revokeSent);
  }
}
