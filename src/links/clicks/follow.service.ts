import { Injectable } from '@nestjs/common';
import { RetailersService } from '../../retailers/retailers.service.js';
import { fillPersonal, isShared } from '../rewriting/personal-parts.js';
import { LinkTargetsService } from '../targets/link-targets.service.js';
import { type ClickedLink, TRAP } from '../tokens/link-tokens.js';
import { LinkTokensService } from '../tokens/link-tokens.service.js';
import { ClickRecorderService } from './click-recorder.service.js';
import type { ClickRequest } from './click-request.js';
import { inTime } from './in-time.js';
import { MessageSourceService } from './message-source.service.js';

/** Finds out where a link leads, and records the click. */
@Injectable()
export class FollowService {
  constructor(
    private readonly tokens: LinkTokensService,
    private readonly targets: LinkTargetsService,
    private readonly retailers: RetailersService,
    private readonly messages: MessageSourceService,
    private readonly recorder: ClickRecorderService,
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
    await inTime(this.recorder.record({ ...link, ...request, trap, at: new Date() }));
    return url;
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
}
