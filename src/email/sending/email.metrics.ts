import { Injectable } from '@nestjs/common';
import type { Mailer, OutgoingEmail, SendResult, Verdict } from '#libs/mailer';
import { Counter, Registry } from 'prom-client';
import { PlatformLabelsService } from '../../retailers/platform-labels.service.js';
import { PLATFORMS } from '../../retailers/retailer.entity.js';
import { rowOf } from '../ledger/message-id.js';

const OUTCOMES: Readonly<Record<Verdict, string>> = {
  accepted: 'sent',
  deferred: 'deferred',
  rejected: 'failed',
  unknown: 'unknown',
};

/** Counts what the mail server answered. */
@Injectable()
export class EmailMetrics {
  private readonly emails: Counter<'outcome' | 'platform'>;

  constructor(
    registry: Registry,
    private readonly platforms: PlatformLabelsService,
  ) {
    this.emails = new Counter({
      name: 'rekindle_emails_total',
      help: 'Emails handed to the mail server, by platform and outcome: sent, deferred (tried again), failed, or unknown',
      labelNames: ['outcome', 'platform'],
      registers: [registry],
    });
    for (const outcome of Object.values(OUTCOMES)) {
      for (const platform of PLATFORMS) this.emails.inc({ outcome, platform }, 0);
    }
  }

  /** The same mailer, whose results are counted. */
  counting(mailer: Mailer): Mailer {
    return {
      concurrency: mailer.concurrency,
      close: () => mailer.close(),
      send: async (email: OutgoingEmail): Promise<SendResult> => {
        const result = await mailer.send(email);
        const outcome = OUTCOMES[result.outcome];
        // The service makes the id of every email, and it names the retailer.
        const { retailerId = '' } = rowOf(email.messageId) ?? {};
        this.platforms.use(retailerId, (platform) => this.emails.inc({ outcome, platform }));
        return result;
      },
    };
  }
}
