import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { IsNull } from 'typeorm';
import { Dispatch } from './dispatch.entity.js';
import { StreamHold } from './stream-hold.entity.js';

/** Pauses of streams, and the queued messages that pauses keep from being sent. */
@Injectable()
export class HoldsRepository {
  constructor(private readonly database: Database) {}

  /** The present pause of a stream because of its reputation. */
  async present(retailerId: string, stream: string): Promise<StreamHold | undefined> {
    const where = { retailerId, stream, resumedAt: IsNull() };
    return (await this.database.of(retailerId).using(StreamHold, (holds) => holds.findOneBy(where))) ?? undefined;
  }

  /** Ends the pause of a stream. Emails that were sent before no longer count for its reputation. */
  async end(tx: Tx, retailerId: string, stream: string): Promise<void> {
    await tx.repository(StreamHold).update({ retailerId, stream, resumedAt: IsNull() }, { resumedAt: new Date() });
  }

  /** The open live dispatches of a stream. */
  async openDispatches(tx: Tx, retailerId: string, stream: string): Promise<string[]> {
    const where = { retailerId, stream, mode: 'live', status: 'open' } as const;
    const rows = await tx
      .repository(Dispatch)
      .find({ select: { executionId: true }, where, order: { executionId: 'ASC' } });
    return rows.map(({ executionId }) => executionId);
  }

  /** Keeps queued messages from being sent. Waits for transactions that are marking some of them as sending. */
  async hold(tx: Tx, retailerId: string, executionIds: readonly string[]): Promise<void> {
    await tx.execute(
      `UPDATE messages SET held = true, leased_until = NULL
        WHERE retailer_id = $1 AND execution_id = ANY ($2::uuid[]) AND status = 'queued' AND NOT held`,
      [retailerId, executionIds],
    );
  }

  /** Lets held messages be sent again. Messages that became due while they were held are due now. */
  async letGo(tx: Tx, retailerId: string, executionIds: readonly string[]): Promise<void> {
    await tx.execute(
      `UPDATE messages SET held = false, due_at = greatest(due_at, now())
        WHERE retailer_id = $1 AND execution_id = ANY ($2::uuid[]) AND status = 'queued' AND held`,
      [retailerId, executionIds],
    );
  }
}
