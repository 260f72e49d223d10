import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SingleFlight, Sweeper } from '#libs/durable-work';
import { JobProducer, OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import { EmailSenderService } from './email-sender.service.js';
import { SettledListenersService } from './settled-listeners.service.js';

/** A run is short, so that a shutdown does not wait for long and retailers take turns. */
const SLICE_MS = 5_000;

/** The job that sends emails, and the sweep that finds messages which are due or whose worker died. */
@Injectable()
export class EmailHandler implements OnModuleInit {
  private readonly runs = new SingleFlight<void>();

  constructor(
    private readonly sender: EmailSenderService,
    private readonly ledger: LedgerRepository,
    private readonly listeners: SettledListenersService,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('email', async () => {
      for (const retailerId of await this.ledger.loseTrack()) this.listeners.notify(retailerId);
      for (const retailerId of await this.ledger.retailersWithDue()) this.jobs.enqueue('email.send', { retailerId });
    });
  }

  /** One run per retailer and process is enough: it sends everything that is due. */
  @OnJob('email.send')
  async send({ retailerId }: RetailerRef): Promise<void> {
    if (!this.runs.has(retailerId)) await this.runs.run(retailerId, () => this.sendSome(retailerId));
  }

  private async sendSome(retailerId: string): Promise<void> {
    try {
      const more = await this.sender.drain(retailerId, SLICE_MS);
      if (more) this.jobs.enqueue('email.send', { retailerId });
    } finally {
      this.listeners.notify(retailerId);
    }
  }
}
