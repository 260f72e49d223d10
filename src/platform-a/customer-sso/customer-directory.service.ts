import { Injectable } from '@nestjs/common';
import { badGateway, DomainError, forbidden } from '#libs/kernel';
import { type AdminCustomer, findCustomerByEmail, PlatformAError } from '#libs/platform-a-client';
import { CommerceQueries, type CustomerFilter } from '../../commerce/queries/commerce.queries.js';
import type { CustomerFactsAnswer } from '../../commerce/queries/customer.dto.js';
import type { Retailer } from '../../retailers/retailer.entity.js';
import { StoreCustomersService } from '../../stores/customers/store-customers.service.js';
import { PlatformAStoreClient } from '../client/store.client.js';
import { mapAdminCustomer } from '../mapping/admin.mapper.js';
import type { Proof } from './proof.js';

/** Finds the customer of a proven sign-on in our tables, and creates one that only the store has. */
@Injectable()
export class PlatformACustomerDirectoryService {
  constructor(
    private readonly commerce: CommerceQueries,
    private readonly records: StoreCustomersService,
    private readonly stores: PlatformAStoreClient,
  ) {}

  find(store: Retailer, customer: Proof['customer']): Promise<Readonly<CustomerFactsAnswer>> {
    return 'email' in customer ? this.byEmail(store, customer.email) : this.byExternalId(store, customer.externalId);
  }

  /** An unknown customer becomes a stub until a job has read the record. */
  private async byExternalId(store: Retailer, externalId: string): Promise<Readonly<CustomerFactsAnswer>> {
    const [known] = await this.ours(store, { externalId });
    if (known) return known;
    await this.records.stub(store, externalId);
    return this.mustBeOurs(store, externalId);
  }

  /** Asks the store about an address that none or several of our customers have. The store has each address once. */
  private async byEmail(store: Retailer, email: string): Promise<Readonly<CustomerFactsAnswer>> {
    const [known, ...more] = await this.ours(store, { email });
    if (known && more.length === 0) return known;
    const admin = await this.ask(store, email);
    if (!admin) throw new DomainError(404, 'unknown_customer', 'The store has no customer with this email address.');
    await this.records.save(store, mapAdminCustomer(admin));
    return this.mustBeOurs(store, externalIdOf(admin));
  }

  private async ask({ id }: Retailer, email: string): Promise<AdminCustomer | undefined> {
    const answers: (AdminCustomer | undefined)[] = [];
    try {
      await this.stores.withStore(id, async ({ graphql }) => {
        answers.push(await findCustomerByEmail(graphql, email));
      });
    } catch (error) {
      if (!(error instanceof PlatformAError)) throw error;
      throw notAnswered(error);
    }
    if (answers.length === 0) throw notAnswered();
    return answers[0];
  }

  /** A customer who was just written exists, unless the store had the customer erased. */
  private async mustBeOurs(store: Retailer, externalId: string): Promise<Readonly<CustomerFactsAnswer>> {
    const [customer] = await this.ours(store, { externalId });
    if (customer) return customer;
    throw forbidden('customer_erased', 'The store had this customer erased; no session can be opened.');
  }

  private async ours({ id }: Retailer, filter: CustomerFilter): Promise<readonly Readonly<CustomerFactsAnswer>[]> {
    return (await this.commerce.customers(id, filter, 2)).items;
  }
}

const externalIdOf = ({ id }: AdminCustomer): string => id.slice(id.lastIndexOf('/') + 1);

const notAnswered = (cause?: unknown): Error =>
  badGateway('platform_error', 'The store did not answer the request for the customer; try again later.', cause);
