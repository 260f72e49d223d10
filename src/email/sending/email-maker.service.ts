import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { groupBy } from '#libs/kernel';
import type { HeldMessage } from '../ledger/ledger.repository.js';
import { BrandProfileService } from '../templates/brand-profile.service.js';
import type { Filled, Finished } from '../templates/fill.thread.js';
import { EmailFillerService, type FillRequest } from '../templates/email-filler.service.js';
import { RecipientScopesService } from '../templates/recipient-scopes.service.js';
import { type BrandProfile, brandScope, shopScope } from '../templates/scope.js';
import type { EmailTemplate } from '../templates/template.entity.js';
import { TemplateCacheService } from '../templates/template-cache.service.js';
import { MessageLinksService } from './message-links.service.js';
import type { MessageParts } from './message-parts.service.js';

/** A message with everything that its email is made of. */
export interface PreparedMessage<T = Finished> {
  readonly message: HeldMessage;
  readonly brand: BrandProfile;
  readonly unsubscribeUrl: string;
  /** The filled email, or why it can't be made. */
  readonly filled: T | Problem;
}

interface Problem {
  readonly problem: string;
}

/** Makes the emails of messages, many at a time. */
@Injectable()
export class EmailMakerService {
  constructor(
    private readonly database: Database,
    private readonly cache: TemplateCacheService,
    private readonly recipients: RecipientScopesService,
    private readonly brands: BrandProfileService,
    private readonly links: MessageLinksService,
    private readonly filler: EmailFillerService,
  ) {}

  /** Makes the emails as they are sent, in the order of the messages. All messages belong to one retailer. */
  make(messages: readonly HeldMessage[], parts: MessageParts): Promise<PreparedMessage[]> {
    return this.makeWith(messages, parts, (orders) => this.filler.encodeEach(orders));
  }

  /** Makes the emails to be shown. */
  show(messages: readonly HeldMessage[], parts: MessageParts): Promise<PreparedMessage<Filled>[]> {
    return this.makeWith(messages, parts, (orders) => this.filler.fillEach(orders));
  }

  private async makeWith<T extends Filled | Finished>(
    messages: readonly HeldMessage[],
    { offers, images }: MessageParts,
    fill: (orders: readonly FillRequest[]) => Promise<T[]>,
  ): Promise<PreparedMessage<T>[]> {
    const [first] = messages;
    if (!first) return [];
    const { retailerId } = first;
    const ids = [...new Set(messages.flatMap(({ customerId }) => customerId ?? []))];
    const brands = new Map<string, BrandProfile>();
    for (const brandId of groupBy(messages, (message) => message.brandId).keys()) {
      brands.set(brandId, await this.brands.profile(retailerId, brandId));
    }
    const templates = new Map<string, EmailTemplate | undefined>();
    for (const id of groupBy(messages, (message) => message.templateId).keys()) {
      templates.set(id, await this.cache.get(retailerId, id));
    }
    const emails = [...templates.values()].flatMap((template) => template ?? []);
    // The brands of a retailer have one store.
    const storeUrl = brands.get(first.brandId)?.storeUrl;
    const wanted = { retailerId, customerIds: ids, emails, storeUrl, mayBeOlder: true };
    const scopes = await this.recipients.load(this.database.of(retailerId), wanted);
    const addressed = messages.map((message) => ({
      message,
      brand: brands.get(message.brandId) ?? NO_BRAND,
      own: this.links.ownOf(message),
    }));
    const rulesOf = this.links.rulesOfSteps();
    const orderable = addressed.flatMap(({ message, brand, own }) => {
      const compiled = templates.get(message.templateId);
      if (!compiled) return [];
      const { templateId, customerId } = message;
      const offer = offers.get(message.id);
      const shown = images.get(message.id);
      const scope = {
        ...scopes.of(customerId),
        ...(offer ? { offer } : {}),
        ...(shown ? { images: shown } : {}),
        shop: shopScope(brand),
        brand: brandScope(brand),
        ...own,
      };
      const rules = rulesOf(message, brand);
      const links = rules && { rules, message: { retailerId, id: message.id } };
      const isTest = message.mode === 'test';
      return { message, order: { key: `${retailerId}/${templateId}`, compiled, scope, links, isTest } };
    });
    const filled = await fill(orderable.map(({ order }) => order));
    await this.links.store(retailerId, filled);
    const byMessage = new Map(orderable.map(({ message }, index) => [message, filled[index]]));
    return addressed.map(({ message, brand, own }) => ({
      message,
      brand,
      unsubscribeUrl: own.unsubscribeUrl,
      filled: byMessage.get(message) ?? GONE,
    }));
  }
}

const GONE: Problem = { problem: 'the template is gone' };
const NO_BRAND: BrandProfile = { name: '', sender: {}, storeUrl: undefined, hosts: [] };
