import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { type CustomerCaller, invalidToken } from '../auth/token-rules.js';
import { CommerceQueries, type CustomerView } from '../commerce/queries/commerce.queries.js';
import { CommerceService } from '../commerce/intake/commerce.service.js';
import { countingRules } from '../commerce/model/count-order.js';
import { RetailersService } from '../retailers/retailers.service.js';
import type { CustomerMeAnswer, PreferencesBody } from './dto/accounts.dto.js';

/** What customers may see and choose about themselves. */
@Injectable()
export class CustomerAccountsService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly queries: CommerceQueries,
    private readonly commerce: CommerceService,
  ) {}

  async me(caller: CustomerCaller): Promise<CustomerMeAnswer> {
    const { currency } = await this.retailers.get(caller.retailerId);
    return { ...(await this.customer(caller)), retailerId: caller.retailerId, currency };
  }

  /** The customer's own word about e-mail, as of now: it beats whatever the platform said before. */
  async choose(caller: CustomerCaller, { marketing }: PreferencesBody): Promise<CustomerMeAnswer> {
    const { retailerId } = caller;
    const { externalId } = await this.customer(caller);
    const consent = { externalId, marketing, decidedAt: new Date() };
    await this.database.transaction(retailerId, async (tx) => {
      const retailer = (await this.retailers.forWriting(tx, [retailerId])).get(retailerId);
      const tenant = { retailerId, rules: countingRules(retailer?.settings ?? {}) };
      await this.commerce.apply(tx, tenant, [{ record: { kind: 'consent', consent }, cause: 'preferences' }]);
    });
    return this.me(caller);
  }

  /** 401 where the customer is gone: the token stands on nothing. */
  private async customer({ retailerId, customerId }: CustomerCaller): Promise<CustomerView> {
    const customer = await this.queries.customer(retailerId, customerId);
    if (!customer) throw invalidToken();
    return customer;
  }
}
