import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Slots } from '#libs/kernel';
import { Mailer, type OutgoingEmail } from '#libs/mailer';
import { Runtime } from '../../config/runtime.js';
import { EmailTracesService } from './email-traces.service.js';
import { MessagePartsService } from './message-parts.service.js';
import { LedgerService } from './ledger.service.js';
import { announce } from './ledger-observer.js';
import type { HeldMessage } from '../ledger/ledger.repository.js';
import { type PreparedMessage, EmailMakerService } from './email-maker.service.js';
import { outcomeOf } from './outcome.js';
import { outgoingEmail } from './outgoing-email.js';

const BATCH = 200;
/** More emails than connections are in progress, so that no connection waits for Postgres. */
const LANES_PER_CONNECTION = 2;
/** The number of attempts to write the mail server's answer. Without the answer the outcome would be unknown. */
const SETTLE_TRIES = 8;

interface Batch {
  readonly prepared: PreparedMessage[];
  readonly waitMs: number | undefined;
}

/** One call of `drain`. */
interface Run {
  until: number;
  more: boolean;
  error?: unknown;
  /** The batch that is being loaded. */
  coming?: Promise<Batch>;
}

/** Sends the emails of a retailer, many at a time. */
@Injectable()
export class EmailSenderService {
  private readonly slots: Slots;
  private readonly width: number;

  constructor(
    private readonly runtime: Runtime,
    private readonly ledger: LedgerService,
    private readonly parts: MessagePartsService,
    private readonly maker: EmailMakerService,
    private readonly mailer: Mailer,
    private readonly traces: EmailTracesService,
  ) {
    this.width = Math.ceil(mailer.concurrency * LANES_PER_CONNECTION);
    this.slots = new Slots(this.width);
  }

  /** Sends due messages until none is left or the time is over. True if there may be more. */
  async drain(retailerId: string, milliseconds: number): Promise<boolean> {
    const run: Run = { until: performance.now() + milliseconds, more: false };
    const source = this.due(retailerId, run);
    const lane = async (): Promise<void> => {
      for (let next = await source.next(); !next.done; next = await source.next()) {
        const { value } = next;
        await this.slots.run(() => this.traces.run(value.message, () => this.one(value)));
      }
    };
    const stopAtError = (error: unknown): void => {
      run.error ??= error;
      run.until = 0;
    };
    await Promise.all(Array.from({ length: this.width }, () => lane().catch(stopAtError)));
    if (run.error !== undefined) {
      // Claimed messages that were not begun would stay leased without limit, because this worker is alive.
      await run.coming?.catch(() => undefined);
      this.ledger.giveUp(retailerId);
      throw run.error;
    }
    return run.more;
  }

  /** Loads the next batch while the current one is sent. */
  private async *due(retailerId: string, run: Run): AsyncGenerator<PreparedMessage, void> {
    run.coming = this.fetch(retailerId);
    for (;;) {
      const { prepared, waitMs } = await run.coming;
      if (prepared.length === 0 && waitMs === undefined) return;
      const goOn = performance.now() < run.until;
      run.more = !goOn;
      if (waitMs !== undefined) await pause(waitMs);
      if (goOn) {
        run.coming = this.fetch(retailerId);
        // An error is handled where `coming` is awaited. That may be later, so until then this counts as its handler.
        run.coming.catch(() => undefined);
      }
      yield* prepared;
      if (!goOn) return;
    }
  }

  private async fetch(retailerId: string): Promise<Batch> {
    const { messages, waitMs } = await this.ledger.claim(retailerId, BATCH);
    await this.traces.load(messages);
    const { ready, parts } = await this.parts.sort(messages);
    // A batch whose messages all wait is not the end: others may be due.
    const next = ready.length === 0 && messages.length > 0 ? 0 : waitMs;
    return { prepared: await this.maker.make(ready, parts), waitMs: next };
  }

  /** Returns the outcome. */
  private async one(prepared: PreparedMessage): Promise<string> {
    const { message } = prepared;
    const email = outgoingEmail(prepared, this.runtime.config.email.from);
    if ('reason' in email) {
      await this.ledger.fail(message, email.reason);
      return 'failed';
    }
    const begun = await this.ledger.begin(message);
    return begun.verdict === 'send' ? this.handOver(message, { ...email, to: begun.email }) : begun.verdict;
  }

  private async handOver(message: HeldMessage, email: OutgoingEmail): Promise<string> {
    const result = await this.mailer.send(email);
    announce('handed_over', [message]);
    const { retrySeconds } = this.runtime.config.email;
    const outcome = outcomeOf(result, message.attempts + 1, retrySeconds, new Date());
    for (let tries = 1; ; tries += 1) {
      try {
        await this.ledger.settle(message, outcome, result.badMailbox ? email.to : undefined);
        return outcome.status;
      } catch (error) {
        if (tries >= SETTLE_TRIES) {
          // The row stays `sending`. When the lease ends, the sweep marks it as unknown.
          this.ledger.loseSightOf(message);
          throw error;
        }
        await pause(250 * tries);
      }
    }
  }
}
