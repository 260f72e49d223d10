import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { groupBy } from '#libs/kernel';
import type { OutgoingMail } from '#libs/mailer';
import { type LastOrderView, RecipientQueries, type RecipientView } from '../../commerce/recipient.queries.js';
import { Runtime } from '../../config/runtime.js';
import type { HeldMessage } from '../ledger/ledger.repository.js';
import { domainOf, messageIdOf } from '../ledger/message-id.js';
import { missingOfSender } from '../sender-incomplete.js';
import { BrandMail } from '../templates/brand-mail.js';
import { asTest, BrokenMail, ParsedMail } from '../templates/parsed-mail.js';
import { type BrandProfile, brandScope, recipientScope, shopScope } from '../templates/scope.js';
import { TemplateRepository } from '../templates/template.repository.js';
import { MailLinks } from './mail-links.js';

/** A message together with all that its mail is made of. */
export interface Ingredients {
  readonly message: HeldMessage;
  readonly template: ParsedMail | undefined;
  readonly brand: BrandProfile;
  readonly customer: RecipientView | undefined;
  readonly order: LastOrderView | undefined;
}

/** Parsed templates that are kept; one of 100 kB takes a few hundred. */
const MAX_TEMPLATES = 50;

/** Makes the mails of messages: loads for many at a time, fills for one. */
@Injectable()
export class MailMaker {
  private readonly templates = new Map<string, ParsedMail>();
  private readonly domain: string;

  constructor(
    private readonly runtime: Runtime,
    private readonly database: Database,
    private readonly repository: TemplateRepository,
    private readonly customers: RecipientQueries,
    private readonly brands: BrandMail,
    private readonly links: MailLinks,
  ) {
    this.domain = domainOf(runtime.config.email.from.address);
  }

  /** In step with the messages, which are all of one retailer. */
  async load(messages: readonly HeldMessage[]): Promise<Ingredients[]> {
    const [first] = messages;
    if (!first) return [];
    const { retailerId } = first;
    const ids = [...new Set(messages.flatMap(({ customerId }) => customerId ?? []))];
    const customers = await this.customers.recipients(this.database.of(retailerId), retailerId, ids);
    const brands = new Map<string, BrandProfile>();
    for (const brandId of groupBy(messages, (message) => message.brandId).keys()) {
      brands.set(brandId, await this.brands.profile(retailerId, brandId));
    }
    const templates = new Map<string, ParsedMail | undefined>();
    for (const id of groupBy(messages, (message) => message.templateId).keys()) {
      templates.set(id, await this.template(retailerId, id));
    }
    const needsOrders = [...templates.values()].some((template) => template?.needsOrders);
    const orders: ReadonlyMap<string, LastOrderView> = needsOrders
      ? await this.customers.lastOrders(this.database.of(retailerId), retailerId, ids)
      : new Map<string, LastOrderView>();
    return messages.map((message) => ({
      message,
      template: templates.get(message.templateId),
      brand: brands.get(message.brandId) ?? NO_BRAND,
      customer: customers.get(message.customerId ?? ''),
      order: orders.get(message.customerId ?? ''),
    }));
  }

  /** The mail for an address; throws a `BrokenMail` where it can't be made. */
  make({ message, template, brand, customer, order }: Ingredients): Omit<OutgoingMail, 'to'> {
    if (!template) throw new BrokenMail('the template is gone');
    // Asked at the start of a run as well; a brand may lose its sender while the run goes on.
    if (message.mode === 'live' && missingOfSender(brand.sender).length > 0) {
      throw new BrokenMail('the brand does not say who writes and from where', 'sender_incomplete');
    }
    const unsubscribeUrl = this.links.unsubscribeUrl(message);
    const filled = template.fillFor({
      ...recipientScope(customer, order, brand.shopUrl),
      shop: shopScope(brand),
      brand: brandScope(brand),
      unsubscribeUrl,
    });
    const { sender } = brand;
    const { from } = this.runtime.config.email;
    const { subject, html, text } = message.mode === 'test' ? asTest(filled) : filled;
    return {
      messageId: messageIdOf(message.retailerId, message.id, this.domain),
      from: { name: sender.name || brand.name || from.name || '', address: sender.email || from.address },
      ...(sender.replyTo ? { replyTo: { address: sender.replyTo } } : {}),
      subject,
      html,
      text,
      unsubscribeUrl,
      ...(message.mode === 'test' ? { headers: { 'X-Rekindle-Test': 'true' } } : {}),
    };
  }

  private async template(retailerId: string, id: string): Promise<ParsedMail | undefined> {
    const key = `${retailerId}/${id}`;
    const known = this.templates.get(key);
    if (known) return known;
    const row = await this.repository.find(retailerId, id);
    if (!row) return undefined;
    const parsed = ParsedMail.of(row);
    const [oldest] = this.templates.keys();
    if (this.templates.size >= MAX_TEMPLATES && oldest) this.templates.delete(oldest);
    this.templates.set(key, parsed);
    return parsed;
  }
}

const NO_BRAND: BrandProfile = { name: '', sender: {}, shopUrl: undefined, hosts: [] };
