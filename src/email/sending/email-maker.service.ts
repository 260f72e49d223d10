import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { groupBy } from '#libs/kernel';
import type { HeldMessage } from '../ledger/ledger.repository.js';
import { BrandProfileService } from '../templates/brand-profile.service.js';
import type { Filled } from '../templates/fill.thread.js';
import { EmailFillerService } from '../templates/email-filler.service.js';
import { RecipientScopesService } from '../templates/recipient-scopes.service.js';
import { type BrandProfile, brandScope, shopScope } from '../templates/scope.js';
import type { EmailTemplate } from '../templates/template.entity.js';
import { TemplateCacheService } from '../templates/template-cache.service.js';
import { LinkTokensService } from '../../links/tokens/link-tokens.service.js';
import type { LinkRules } from '../../links/rewriting/rewrite-links.js';
import { ClicksMetrics } from '../../links/clicks/clicks.metrics.js';
import { LinkTargetsService } from '../../links/targets/link-targets.service.js';
import type { MessageOffers } from './message-offers.service.js';
import { EmailLinksService } from '../consent/email-links.service.js';

/** A message with everything that its email is made of. */
export interface PreparedMessage {
  readonly message: HeldMessage;
  readonly brand: BrandProfile;
  readonly unsubscribeUrl: string;
  /** The filled email, or why it can't be made. */
  readonly filled: Filled;
}

/** Makes the emails of messages, many at a time. */
@Injectable()
export class EmailMakerService {
  constructor(
    private readonly database: Database,
    private readonly cache: TemplateCacheService,
    private readonly recipients: RecipientScopesService,
    private readonly brands: BrandProfileService,
    private readonly links: EmailLinksService,
    private readonly tokens: LinkTokensService,
    private readonly targets: LinkTargetsService,
    private readonly clicks: ClicksMetrics,
    private readonly filler: EmailFillerService,
  ) {}

  /** Makes the emails in the order of the messages. All messages belong to one retailer. */
  async make(messages: readonly HeldMessage[], offers: MessageOffers = NO_OFFERS): Promise<PreparedMessage[]> {
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
      unsubscribeUrl: this.links.unsubscribeUrl(message),
    }));
    const rulesOf = this.rulesOfSteps();
    const orderable = addressed.flatMap(({ message, brand, unsubscribeUrl }) => {
      const compiled = templates.get(message.templateId);
      if (!compiled) return [];
      const { templateId, customerId } = message;
      const offer = offers.get(message.id);
      const scope = {
        ...scopes.of(customerId),
        ...(offer ? { offer } : {}),
        shop: shopScope(brand),
        brand: brandScope(brand),
        unsubscribeUrl,
        viewInBrowserUrl: this.tokens.viewUrl(message),
        // The page behind the link is where a person chooses.
        preferencesUrl: unsubscribeUrl,
      };
      const rules = rulesOf(message, brand);
      const links = rules && { rules, message: { retailerId, id: message.id } };
      return { message, order: { key: `${retailerId}/${templateId}`, compiled, scope, links } };
    });
    const filled = await this.filler.fillEach(orderable.map(({ order }) => order));
    await this.storeTargets(retailerId, filled);
    const byMessage = new Map(orderable.map(({ message }, index) => [message, filled[index]]));
    return addressed.map((each) => ({ ...each, filled: byMessage.get(each.message) ?? GONE }));
  }

  /**
   * The rules for the links of a message, one object for each step and variant. Undefined where the hosts of the store are not
   * known: then the links stay as their author wrote them.
   */
  private rulesOfSteps(): (message: HeldMessage, brand: BrandProfile) => LinkRules | undefined {
    const known = new Map<string, LinkRules | undefined>();
    return ({ executionId, stepId, variant, tracking }, { storeUrl, hosts }) => {
      const content = variant === null ? stepId : `${stepId}-${variant}`;
      const key = `${executionId}/${content}`;
      if (!known.has(key)) {
        const { campaign, opens = false, hosts: others = [] } = tracking;
        const frontPage = storeUrl ?? `https://${hosts[0]}/`;
        const rules = { hosts: [...hosts, ...others], frontPage, campaign, content, opens };
        known.set(key, hosts.length > 0 ? this.tokens.rules(rules) : undefined);
      }
      return known.get(key);
    };
  }

  /** The links of an email lead nowhere until their targets are stored. */
  private async storeTargets(retailerId: string, emails: readonly Filled[]): Promise<void> {
    const made = emails.flatMap((one) => ('problem' in one ? [] : one));
    await this.targets.store(
      retailerId,
      made.flatMap(({ targets = [] }) => targets),
    );
    this.clicks.dropped(made.reduce((sum, { dropped = 0 }) => sum + dropped, 0));
  }
}

const NO_OFFERS: MessageOffers = new Map();
const GONE: Filled = { problem: 'the template is gone' };
const NO_BRAND: BrandProfile = { name: '', sender: {}, storeUrl: undefined, hosts: [] };
