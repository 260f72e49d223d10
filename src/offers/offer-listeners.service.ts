import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';

/** An offer of an execution. */
export interface ExecutionPlace {
  readonly executionId: string;
  /** What the offer belongs to: empty for the sequence, `step/variant` for a variant. */
  readonly place: string;
}

/** The customers among these who have got, may have got, or will get an email with the offer. */
export type Reached = (
  sql: Sql,
  retailerId: string,
  offer: ExecutionPlace,
  customerIds: readonly string[],
) => Promise<ReadonlySet<string>>;

/** What other modules answer to offers, and what offers announce to them. */
@Injectable()
export class OfferListenersService {
  private readonly listeners: ((retailerId: string) => void)[] = [];
  private reachedBy: Reached | undefined;

  /**
   * Calls the listener after new codes of a retailer are stored, or after it is known that none come. Calls may be
   * lost. The listener must not throw.
   */
  onMinted(listener: (retailerId: string) => void): void {
    this.listeners.push(listener);
  }

  notify(retailerId: string): void {
    for (const listener of this.listeners) listener(retailerId);
  }

  /** Registers the function of the module that sends the codes. */
  askReached(reached: Reached): void {
    this.reachedBy = reached;
  }

  reached(sql: Sql, retailerId: string, offer: ExecutionPlace, customerIds: readonly string[]): ReturnType<Reached> {
    if (!this.reachedBy) throw new Error('no module answers which customers its emails have reached');
    return this.reachedBy(sql, retailerId, offer, customerIds);
  }
}
