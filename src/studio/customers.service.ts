import { Injectable } from '@nestjs/common';
import { invalidInput, isUuid, notFound, type Page } from '#libs/kernel';
import { StoreReaderService } from '../admin/store-reader.service.js';
import { CommerceQueries } from '../commerce/queries/commerce.queries.js';
import type { CustomerFactsAnswer } from '../commerce/queries/customer.dto.js';
import type { OrderAnswer } from '../commerce/queries/order.dto.js';
import { CustomerConsentService } from '../email/consent/customer-consent.service.js';
import { MessageListService } from '../email/message-list.service.js';
import type { PrivacyRequestAnswer } from '../privacy/privacy-request.dto.js';
import { PrivacyService } from '../privacy/privacy.service.js';
import type { AskPrivacyBody } from './privacy.dto.js';
import type { CustomerDetailAnswer, CustomerEmailAnswer } from './customers.dto.js';

/** One customer, from several modules. An unknown customer is a 404. */
@Injectable()
export class CustomersService {
  constructor(
    private readonly commerce: CommerceQueries,
    private readonly stores: StoreReaderService,
    private readonly consents: CustomerConsentService,
    private readonly messages: MessageListService,
    private readonly privacy: PrivacyService,
  ) {}

  async get(retailerId: string, id: string): Promise<CustomerDetailAnswer> {
    const customer = await this.find(retailerId, id);
    const { email, marketing } = customer;
    const [answer] = await this.stores.describe(retailerId, [customer]);
    if (!answer) throw notFound('customer');
    const decidedAt = await this.commerce.decidedAt(retailerId, customer.id);
    return {
      ...answer,
      consent: { marketing, decidedAt, ...(await this.consents.of(retailerId, customer.id, email)) },
    };
  }

  async orders(retailerId: string, id: string, limit: number, cursor?: string): Promise<Page<OrderAnswer>> {
    const customer = await this.find(retailerId, id);
    return this.commerce.ordersOf(retailerId, customer.id, limit, cursor);
  }

  async emails(retailerId: string, id: string, limit: number, cursor?: string): Promise<Page<CustomerEmailAnswer>> {
    const customer = await this.find(retailerId, id);
    return this.messages.ofCustomer(retailerId, customer.id, limit, cursor);
  }

  /** Asks for the data of a customer or for its erasure. 422 for an erasure without the customer's address. */
  async ask(retailerId: string, id: string, { kind, confirm }: AskPrivacyBody): Promise<PrivacyRequestAnswer> {
    const { externalId, email } = await this.find(retailerId, id);
    const wanted = (email ?? externalId).toLowerCase();
    if (kind === 'customer_redact' && confirm?.toLowerCase() !== wanted) throw invalidInput([unconfirmed]);
    const subject = { externalId, email: email?.toLowerCase() ?? null, phone: null, orderIds: [] };
    return this.privacy.get(await this.privacy.ask(retailerId, kind, subject));
  }

  private async find(retailerId: string, id: string): Promise<Readonly<CustomerFactsAnswer>> {
    const customer = isUuid(id) ? await this.commerce.customer(retailerId, id) : undefined;
    if (!customer) throw notFound('customer');
    return customer;
  }
}

const unconfirmed = { pointer: '/confirm', detail: "must be the customer's address, or the platform's id without one" };
