import { Injectable } from '@nestjs/common';
import { SessionsRepository } from './sessions.repository.js';
import type { RetailerCaller } from './token-rules.js';

/** What is known of the users of stores. */
@Injectable()
export class RetailerUsersService {
  constructor(private readonly repository: SessionsRepository) {}

  /** The user's own address, in lower case; null where the platform never named it. */
  async emailOf({ retailerId, subject }: Pick<RetailerCaller, 'retailerId' | 'subject'>): Promise<string | null> {
    return (await this.repository.user(retailerId, subject))?.email ?? null;
  }
}
