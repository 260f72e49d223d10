import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '#libs/database';
import { RetailersService } from '../../retailers/retailers.service.js';
import { fillPersonal, isShared } from '../rewriting/personal-parts.js';
import { LinkTargetsService } from '../targets/link-targets.service.js';
import { type ClickedLink, TRAP } from '../tokens/link-tokens.js';
import { LinkTokensService } from '../tokens/link-tokens.service.js';
import { ClickRecorderService } from './click-recorder.service.js';
import type { ClickRequest } from './click-request.js';
import { ClicksRepository } from './clicks.repository.js';
import { MessageSourceService } from './message-source.service.js';

/** A person does not wait longer than this for a click to be stored. It is stored all the same. */
const PATIENCE_MS = 250;

/** Finds out where a link leads, and records the click. */
@Injectable()
export class FollowService {
  private readonly logger = new Logger(FollowService.name);

  constructor(
    private readonly database: Database,
    private readonly tokens: LinkTokensService,
    private readonly targets: LinkTargetsService,
    private readonly retailers: RetailersService,
    private readonly messages: MessageSourceService,
    private readonly recorder: ClickRecorderService,
    private readonly repository: ClicksRepository,
  ) {}

  /** The target of the link. Undefined if the link is not one of ours, or if its store is gone. */
  async follow(
    token: string,
    request: Pick<ClickRequest, 'method' | 'agent' | 'prefetch'>,
  ): Promise<string | undefined> {
    const link = this.tokens.readClick(token);
    if (!link) return undefined;
    const url = await this.targetOf(link);
    if (url === undefined) return undefined;
    const trap = link.linkId === TRAP;
    await this.inTime(this.recorder.record({ ...link, ...request, trap, at: new Date() }));
    return url;
  }

  /** Counts an open. False if the token is not one of ours. */
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
    await this.inTime(write);
    return true;
  }

  private async targetOf({ message, linkId }: ClickedLink): Promise<string | undefined> {
    if (linkId === TRAP) return this.frontPage(message.retailerId);
    const url = await this.targets.find(message.retailerId, linkId);
    if (url === undefined || isShared(url)) return url;
    return fillPersonal(url, await this.messages.parts(message)) ?? this.frontPage(message.retailerId);
  }

  private async frontPage(retailerId: string): Promise<string | undefined> {
    const retailer = await this.retailers.find(retailerId);
    if (!retailer) return undefined;
    const { storefrontUrl, platform, externalId } = retailer;
    return storefrontUrl ?? (platform === 'platform-a' ? `https://${externalId}/` : undefined);
  }

  /** A click that can't be stored must not keep the person from the store. */
  private async inTime(write: Promise<void>): Promise<void> {
    const stored = write.catch((error: unknown) => {
      this.logger.warn(`a click is not stored: ${error instanceof Error ? error.message : 'unknown error'}`);
    });
    await Promise.race([stored, pause(PATIENCE_MS, undefined, { ref: false })]);
  }
}
