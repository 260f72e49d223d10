import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Slots } from '#libs/kernel';
import { Mailer, type OutgoingEmail } from '#libs/mailer';
import { Runtime } from '../../config/runtime.js';
import { HeldMessagesService } from './held-messages.service.js';
import { LedgerService } from './ledger.service.js';
import { announce } from './ledger-observer.js';
import type { HeldMessage } from '../ledger/ledger.repository.js';
import { type Ingredients, EmailMakerService } from './email-maker.service.js';
import { outcomeOf } from './outcome.js';
import { outgoingEmail } from './outgoing-email.js';

const BATCH = 200;
/** More emails in hand than connections, so that none of these waits for Postgres. */
const LANES_PER_CONNECTION = 2;
/** What the server said is worth some patience with Postgres. */
const SETTLE_TRIES = 8;

interface Batch {
  readonly ingredients: Ingredients[];
  readonly waitMs: number | undefined;
}

/** One run for a retailer. */
interface Run {
  until: number;
  more: boolean;
  error?: unknown;
  /** The batch that is being fetched. */
  coming?: Promise<Batch>;
}

/** Sends the emails of one retailer after the other, many at a time. */
@Injectable()
export class EmailSenderService {
  private readonly slots: Slots;
  private readonly width: number;

  constructor(
    private readonly runtime: Runtime,
    private readonly ledger: LedgerService,
    private readonly held: HeldMessagesService,
    private readonly maker: EmailMakerService,
    private readonly mailer: Mailer,
  ) {
    this.width = Math.ceil(mailer.concurrency * LANES_PER_CONNECTION);
    this.slots = new Slots(this.width);
  }

  /** Sends what is due until nothing is, or the time is over: then true, and there may be more. */
  async drain(retailerId: string, milliseconds: number): Promise<boolean> {
    const status: Run = { until: performance.now() + milliseconds, more: false };
    const source = this.due(retailerId, status);
    const lane = async (): Promise<void> => {
      for (let next = await source.next(); !next.done; next = await source.next()) {
        const { value } = next;
        await this.slots.run(() => this.one(value));
      }
    };
    const stopAtError = (error: unknown): void => {
      status.error ??= error;
      status.until = 0;
    };
    await Promise.all(Array.from({ length: this.width }, () => lane().catch(stopAtError)));
    if (status.error !== undefined) {
      // What was taken and not begun would be kept for ever, because this worker lives.
      await status.coming?.catch(() => undefined);
      this.held.releaseAll(retailerId);
      throw status.error;
    }
    return status.more;
  }

  /** The next batch is fetched while the present one is sent. */
  private async *due(retailerId: string, status: Run): AsyncGenerator<Ingredients, void> {
    status.coming = this.fetch(retailerId);
    for (;;) {
      const { ingredients, waitMs } = await status.coming;
      if (ingredients.length === 0 && waitMs === undefined) return;
      const goOn = performance.now() < status.until;
      status.more = !goOn;
      if (waitMs !== undefined) await pause(waitMs);
      if (goOn) {
        status.coming = this.fetch(retailerId);
        // Heard of where it is awaited, which may be after it failed.
        status.coming.catch(() => undefined);
      }
      yield* ingredients;
      if (!goOn) return;
    }
  }

  private async fetch(retailerId: string): Promise<Batch> {
    const { messages, waitMs } = await this.ledger.claim(retailerId, BATCH);
    return { ingredients: await this.maker.load(messages), waitMs };
  }

  private async one(ingredients: Ingredients): Promise<void> {
    const { message } = ingredients;
    const email = outgoingEmail(ingredients, this.runtime.config.email.from);
    if ('reason' in email) return this.ledger.fail(message, email.reason);
    const begun = await this.ledger.begin(message);
    if (begun.verdict === 'send') await this.handOver(message, { ...email, to: begun.email });
  }

  private async handOver(message: HeldMessage, email: OutgoingEmail): Promise<void> {
    const result = await this.mailer.send(email);
    announce('handed_over', [message]);
    const { retrySeconds } = this.runtime.config.email;
    const outcome = outcomeOf(result, message.attempts + 1, retrySeconds, new Date());
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.ledger.settle(message, outcome, result.badMailbox ? email.to : undefined);
      } catch (error) {
        if (tries >= SETTLE_TRIES) {
          // The row stays as it is, and the lease says in the end that nobody knows.
          this.held.release(message);
          throw error;
        }
        await pause(250 * tries);
      }
    }
  }
}
