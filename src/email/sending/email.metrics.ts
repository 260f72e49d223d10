import { Injectable } from '@nestjs/common';
import type { Mailer, OutgoingEmail, SendResult, Verdict } from '#libs/mailer';
import { Counter, Registry } from 'prom-client';

const OUTCOMES: Readonly<Record<Verdict, string>> = {
  accepted: 'sent',
  deferred: 'deferred',
  rejected: 'failed',
  unknown: 'unknown',
};

/** Counts what the mail server answered. */
@Injectable()
export class EmailMetrics {
  private readonly emails: Counter<'outcome'>;

  constructor(registry: Registry) {
    this.emails = new Counter({
      name: 'rekindle_emails_total',
      help: 'Emails handed to the mail server, by outcome: sent, deferred (tried again), failed, or unknown',
      labelNames: ['outcome'],
      registers: [registry],
    });
    for (const outcome of Object.values(OUTCOMES)) this.emails.inc({ outcome }, 0);
  }

  /** The same mailer, whose results are counted. */
  counting(mailer: Mailer): Mailer {
    return {
      concurrency: mailer.concurrency,
      close: () => mailer.close(),
      send: async (email: OutgoingEmail): Promise<SendResult> => {
        const result = await mailer.send(email);
        this.emails.inc({ outcome: OUTCOMES[result.outcome] });
        return result;
      },
    };
  }
}
