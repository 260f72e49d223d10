import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { LinkTokensService } from '../tokens/link-tokens.service.js';
import { ClicksRepository } from './clicks.repository.js';
import { inTime } from './in-time.js';
import { MessageSourceService } from './message-source.service.js';

/** Counts the emails whose image was loaded. */
@Injectable()
export class OpensService {
  constructor(
    private readonly database: Database,
    private readonly tokens: LinkTokensService,
    private readonly messages: MessageSourceService,
    private readonly repository: ClicksRepository,
  ) {}

  /** False if the token is not one of ours. */
  async open(token: string): Promise<boolean> {
    const message = this.tokens.readMessage('open', token);
    if (!message) return false;
    const { retailerId, id } = message;
    const write = this.database.transaction(retailerId, async (tx) => {
      const [found] = await this.messages.lock(tx, retailerId, [id]);
      if (!found) return;
      const { executionId, customerId } = found;
      await this.repository.open(tx, { retailerId, messageId: id, executionId, customerId, openedAt: new Date() });
    });
    await inTime(write);
    return true;
  }
}
