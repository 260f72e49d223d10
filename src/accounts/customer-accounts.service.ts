import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { type CustomerCaller, invalidToken } from '../auth/token-rules.js';
import { CommerceQueries } from '../commerce/queries/commerce.queries.js';
import type { CustomerFactsAnswer } from '../commerce/queries/customer.dto.js';
import { CommerceService } from '../commerce/intake/commerce.service.js';
import { countingRules } from '../commerce/model/count-order.js';
import { RetailersService } from '../retailers/retailers.service.js';
import type { CustomerMeAnswer, PreferencesBody } from './dto/accounts.dto.js';

/** The accounts of customers. */
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

  /**
   * Saves the customer's own choice about marketing emails. It replaces every choice that was made earlier on the
   * platform.
   */
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

  /** 401 where the customer no longer exists. */
  private async customer({ retailerId, customerId }: CustomerCaller): Promise<Readonly<CustomerFactsAnswer>> {
    const customer = await this.queries.customer(retailerId, customerId);
    if (!customer) throw invalidToken();
    return customer;
  }
}
