import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import { AdminActionsService } from '../admin-actions/admin-actions.service.js';
import { GovernorService, type HeldStream } from '../email/senders/governor.service.js';
import { SequenceRepository } from './definitions/sequence.repository.js';

/** Stands in the log of actions where an admin's name would stand. */
const GOVERNOR = 'reputation-governor';

/**
 * Pauses a sequence whose emails were paused because of their reputation, so that nothing more of it is planned. Its
 * emails are one stream, named by its id.
 */
@Injectable()
export class ReputationPausesService implements OnModuleInit {
  constructor(
    private readonly governor: GovernorService,
    private readonly sequences: SequenceRepository,
    private readonly actions: AdminActionsService,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    this.governor.onHold((tx, held) => this.pause(tx, held));
  }

  private async pause(tx: Tx, { retailerId, stream }: HeldStream): Promise<void> {
    const sequence = await this.sequences.hold(tx, retailerId, stream);
    if (!sequence || sequence.pausedAt) return;
    await this.sequences.pause(tx, retailerId, stream);
    tx.afterCommit(() => void this.record(retailerId, stream));
  }

  /** The sequence is paused already: a failure to save the entry fails nothing. */
  private async record(retailerId: string, id: string): Promise<void> {
    const action = {
      subject: GOVERNOR,
      action: 'POST /admin/sequences/{id}/pause',
      target: `/admin/sequences/${id}/pause`,
      retailerId,
      requestId: GOVERNOR,
      outcome: 'ok',
    };
    await this.actions.append(action).catch((error: unknown) => {
      this.logger.error({ err: error, action }, 'a pause by the governor was not saved in the log of actions');
    });
  }
}
