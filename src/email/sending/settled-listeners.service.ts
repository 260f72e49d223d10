import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { SettledMessage } from '../ledger/message.entity.js';
import { SentEventsService } from './sent-events.service.js';

/** Calls listeners after messages of a retailer are settled. */
@Injectable()
export class SettledListenersService {
  private readonly listeners: ((retailerId: string) => void)[] = [];

  constructor(private readonly sentEvents: SentEventsService) {}

  add(listener: (retailerId: string) => void): void {
    this.listeners.push(listener);
  }

  /** Reports the messages that this transaction takes. */
  report(tx: Tx, retailerId: string, taken: readonly SettledMessage[]): Promise<void> {
    return this.sentEvents.report(tx, retailerId, taken);
  }

  notify(retailerId: string): void {
    for (const listener of this.listeners) listener(retailerId);
  }
}
