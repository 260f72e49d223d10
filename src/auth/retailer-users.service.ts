import { Injectable } from '@nestjs/common';
import type { RetailerUserEntity } from './retailer-user.entity.js';
import { SessionsRepository } from './sessions.repository.js';
import type { RetailerCaller } from './token-rules.js';

/** A user of a store, with the platform's id. */
export interface ListedUser extends Pick<RetailerUserEntity, 'role' | 'roleSince' | 'email'> {
  readonly id: string;
}

/** What is known of the users of stores. */
@Injectable()
export class RetailerUsersService {
  constructor(private readonly repository: SessionsRepository) {}

  /** The user's own address, in lower case; null where the platform never named it. */
  async emailOf({ retailerId, subject }: Pick<RetailerCaller, 'retailerId' | 'subject'>): Promise<string | null> {
    return (await this.repository.user(retailerId, subject))?.email ?? null;
  }

  /** The users who may open the app, sorted by id. */
  async list(retailerId: string): Promise<ListedUser[]> {
    const rows = await this.repository.users(retailerId);
    return rows.map(({ subject: id, role, roleSince, email }) => ({ id, role, roleSince, email }));
  }
}
