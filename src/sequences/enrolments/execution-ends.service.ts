import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { EmailService } from '../../email/email.service.js';
import { EnrolmentRepository } from './enrolment.repository.js';
import { ExecutionRepository } from '../runs/execution.repository.js';

/** How executions come to their end: completed, cancelled, given up. */
@Injectable()
export class ExecutionEndsService {
  constructor(
    private readonly database: Database,
    private readonly executions: ExecutionRepository,
    private readonly enrolments: EnrolmentRepository,
    private readonly email: EmailService,
  ) {}

  /**
   * Completes the execution where nobody is on the way any more. In a statement of its own, after the transaction that
   * ended somebody's way: of two that end the last two ways at once, each would still see the other's.
   */
  async completeIfDone(retailerId: string, executionId: string): Promise<void> {
    const { mode, plannedAt, status } = await this.executions.get(executionId);
    if (status !== 'running' || plannedAt === null) return;
    if (mode === 'test') {
      const { queued, sending } = await this.email.counts(retailerId, executionId);
      if (queued + sending > 0) return;
    }
    await this.executions.complete(this.database.of(retailerId), retailerId, executionId);
  }

  /** Nothing more is planned or sent; what is with the server ends as it ends. False where it had ended already. */
  cancel(retailerId: string, executionId: string): Promise<boolean> {
    return this.database.transaction(retailerId, async (tx) => {
      if (!(await this.executions.cancel(tx, retailerId, executionId))) return false;
      await this.stop(tx, retailerId, executionId);
      return true;
    });
  }

  /** Counts a planning that broke off; the last one allowed ends the execution as failed. */
  async recordFailure(retailerId: string, executionId: string): Promise<void> {
    await this.database.transaction(retailerId, async (tx) => {
      const isGivenUp = await this.executions.recordFailure(tx, retailerId, executionId);
      if (isGivenUp) await this.stop(tx, retailerId, executionId);
    });
  }

  private async stop(tx: Tx, retailerId: string, executionId: string): Promise<void> {
    await this.enrolments.endAll(tx, retailerId, executionId, 'cancelled');
    await this.email.cancel(tx, retailerId, executionId);
  }
}
