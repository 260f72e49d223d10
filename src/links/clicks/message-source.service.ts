import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { PersonalParts } from '../rewriting/personal-parts.js';
import type { MessageRef } from '../tokens/link-tokens.js';

/** What a click needs to know of a message. */
export interface LinkedMessage {
  readonly id: string;
  readonly executionId: string;
  readonly stepId: string;
  /** Null for a test address. */
  readonly customerId: string | null;
  /** When the mail server took the message; null if it has not answered yet. */
  readonly takenAt: Date | null;
}

/** Port: the messages that links are in. */
export interface MessageSource {
  /**
   * Locks the messages until the transaction ends, in the order of their ids. Without messages that are unknown or
   * whose recipient is erased.
   */
  lock(tx: Tx, retailerId: string, ids: readonly string[]): Promise<readonly LinkedMessage[]>;
  /** What is known of the recipient; empty once the recipient is erased. */
  parts(message: MessageRef): Promise<PersonalParts>;
}

const NOTHING: MessageSource = { lock: () => Promise.resolve([]), parts: () => Promise.resolve({}) };

/** The module of emails registers its messages here. */
@Injectable()
export class MessageSourceService implements MessageSource {
  private source = NOTHING;

  register(source: MessageSource): void {
    this.source = source;
  }

  lock(tx: Tx, retailerId: string, ids: readonly string[]): Promise<readonly LinkedMessage[]> {
    return this.source.lock(tx, retailerId, ids);
  }

  parts(message: MessageRef): Promise<PersonalParts> {
    return this.source.parts(message);
  }
}
