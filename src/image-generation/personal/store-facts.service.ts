import { Injectable } from '@nestjs/common';
import { CommerceQueries } from '../../commerce/queries/commerce.queries.js';
import { type PersonalFacts, PersonalFactsQueries } from '../../commerce/queries/personal-facts.queries.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { CompanionsService } from './companions.service.js';
import type { StoreFacts } from './personal-content.js';

/** What images may show of people and of their store. */
@Injectable()
export class StoreFactsService {
  constructor(
    private readonly facts: PersonalFactsQueries,
    private readonly companions: CompanionsService,
    private readonly commerce: CommerceQueries,
    private readonly retailers: RetailersService,
  ) {}

  /** `shownIds`: the platform's ids of products that are shown to everybody. */
  async of(
    retailerId: string,
    customerIds: readonly string[],
    shownIds: readonly string[],
  ): Promise<{ readonly people: ReadonlyMap<string, PersonalFacts>; readonly store: StoreFacts }> {
    const people = await this.facts.people(retailerId, customerIds);
    const companions = await this.companions.of(retailerId);
    const bought = [...people.values()].flatMap(({ productIds }) => productIds);
    const ids = new Set([...shownIds, ...bought, ...bought.flatMap((id) => companions.get(id) ?? [])]);
    const { currency } = await this.retailers.get(retailerId);
    const products: StoreFacts['products'] =
      ids.size > 0 ? await this.commerce.productsNamed(retailerId, [...ids]) : new Map<string, never>();
    return { people, store: { products, companions, currency } };
  }
}
