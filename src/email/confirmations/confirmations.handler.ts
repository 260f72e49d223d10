import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { Sweeper } from '#libs/durable-work';
import { entityId } from '#libs/kernel';
import { JobProducer, OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import { type CustomerLanguage, languageOf } from '../../pages/customer-texts.js';
import { ConfirmationsRepository, type WaitingRequest } from '../consent/confirmations.repository.js';
import { LedgerRepository } from '../ledger/ledger.repository.js';
import { Message } from '../ledger/message.entity.js';
import { messageRowId } from '../ledger/message-id.js';
import type { CompiledEmail } from '../templates/compiled-email.js';
import { TemplatesService } from '../templates/templates.service.js';
import { confirmationEmail } from './confirmation-email.js';

const BATCH = 100;
const SWEEP_SECONDS = 60;
const STEP = 'confirmation';

/** Emails by brand and language. */
type Emails = ReadonlyMap<string, CompiledEmail>;

const keyOf = ({ brandId, language }: WaitingRequest): string => `${brandId} ${languageIn(language)}`;
const languageIn = (language: string | null): CustomerLanguage => languageOf(language) ?? 'en';

/**
 * Puts the emails that ask for consent into the ledger. The row of a request and its message are written together, so
 * nobody is asked twice, whatever crashes.
 */
@Injectable()
export class ConfirmationsHandler implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly confirmations: ConfirmationsRepository,
    private readonly templates: TemplatesService,
    private readonly ledger: LedgerRepository,
    private readonly jobs: JobProducer,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register(
      'email.confirmations',
      async () => {
        for (const retailerId of await this.confirmations.retailersWithWaiting()) {
          this.jobs.enqueue('email.ask-consent', { retailerId });
        }
      },
      SWEEP_SECONDS,
    );
  }

  @OnJob('email.ask-consent')
  async ask({ retailerId }: RetailerRef): Promise<void> {
    while ((await this.askSome(retailerId)) === BATCH);
  }

  /** Returns how many requests were waiting. Requests that another worker has locked are left to it. */
  private async askSome(retailerId: string): Promise<number> {
    const waiting = await this.confirmations.waiting(this.database.of(retailerId), retailerId, BATCH);
    const emails = await this.compile(retailerId, waiting);
    await this.database.transaction(retailerId, async (tx) => {
      const mine = await this.confirmations.lock(tx, retailerId, waiting);
      for (const request of mine) await this.enqueue(tx, retailerId, request, emails);
      tx.afterCommit(() => this.jobs.enqueue('email.send', { retailerId }));
    });
    return waiting.length;
  }

  /** Emails are compiled before the transaction, because it holds a connection. */
  private async compile(retailerId: string, requests: readonly WaitingRequest[]): Promise<Emails> {
    const emails = new Map<string, CompiledEmail>();
    for (const request of requests) {
      const key = keyOf(request);
      if (emails.has(key)) continue;
      const language = languageIn(request.language);
      const options = { pointer: '', language };
      const result = await this.templates.compile(retailerId, request.brandId, confirmationEmail(language), options);
      if ('errors' in result) throw new Error(`the email that asks for consent is broken: ${result.errors[0]?.detail}`);
      emails.set(key, result.email);
    }
    return emails;
  }

  private async enqueue(tx: Tx, retailerId: string, request: WaitingRequest, emails: Emails): Promise<void> {
    const { brandId, customerId, addressHash } = request;
    const email = emails.get(keyOf(request));
    if (!email) return;
    const executionId = entityId(retailerId, 'confirmations', brandId);
    const rules = { segmentId: null, frequencyCap: null, quietHours: null, timeZone: null, conditions: null };
    await this.ledger.open(tx, { retailerId, executionId, brandId, mode: 'confirmation', ...rules });
    const id = messageRowId({ retailerId, executionId, idMonth: null }, STEP, customerId);
    const templateId = await this.templates.save(tx, retailerId, brandId, email);
    const message = {
      id,
      stepId: STEP,
      templateId,
      customerId,
      address: null,
      variant: null,
      offerPlace: '',
      enteredAt: null,
    };
    const queued = { held: false, skippedFor: null };
    await this.ledger.insert(tx, retailerId, executionId, queued, [{ ...message, dueAt: new Date() }]);
    // No sequence waits for the outcome.
    await tx.repository(Message).update({ retailerId, id }, { taken: true });
    await this.confirmations.sent(tx, retailerId, addressHash, id);
  }
}
