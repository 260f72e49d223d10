import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { BrowserSessionsService } from '../auth/browser-sessions.service.js';
import { Runtime } from '../config/runtime.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { StoreConnectorsService } from '../stores/store-connectors.service.js';

/** Says who may show the dashboard in a frame. */
@Injectable()
export class FrameAncestorsService {
  constructor(
    private readonly runtime: Runtime,
    private readonly sessions: BrowserSessionsService,
    private readonly retailers: RetailersService,
    private readonly connectors: StoreConnectorsService,
  ) {}

  /**
   * The sources for the answer: those of the session's store. A page with a code, or without a valid session, does not
   * know its store yet: then those of any store.
   */
  async of(request: FastifyRequest): Promise<string> {
    const { code } = request.query as { readonly code?: unknown };
    const retailerId = code === undefined ? await this.retailerOf(request) : undefined;
    const retailer = retailerId === undefined ? undefined : await this.retailers.find(retailerId);
    const own = retailer && this.connectors.find(retailer.platform)?.frameAncestors?.(retailer.externalId);
    return own?.join(' ') ?? this.ofAnyStore();
  }

  private ofAnyStore(): string {
    const general = this.connectors.configured().flatMap((connector) => connector.frameAncestors?.(null) ?? []);
    return [...new Set([...this.runtime.config.frameAncestors.split(' '), ...general])].join(' ');
  }

  private async retailerOf(request: FastifyRequest): Promise<string | undefined> {
    const session = await this.sessions.find(request).catch(() => undefined);
    return session?.kind === 'user' ? session.caller.retailerId : session?.retailerId;
  }
}
