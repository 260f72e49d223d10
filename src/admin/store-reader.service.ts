import { Injectable } from '@nestjs/common';
import type { Page } from '#libs/kernel';
import { CommerceQueries } from '../commerce/queries/commerce.queries.js';
import type { CustomerFactsAnswer } from '../commerce/queries/customer.dto.js';
import type { OrderAnswer } from '../commerce/queries/order.dto.js';
import { RetailerAnswer, type RetailerView } from '../retailers/retailer.dto.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { RfmRunsService } from '../segmentation/rfm/rfm-runs.service.js';
import { SegmentationService } from '../segmentation/segments/segmentation.service.js';
import { BackfillProgressService } from '../stores/backfill/backfill-progress.service.js';
import type { CustomerAnswer, CustomersQuery, ProductAnswer, ProductsQuery } from './dto/commerce.dto.js';
import type { RetailersQuery } from './dto/retailers.dto.js';

/** Combines answers from several modules. */
@Injectable()
export class StoreReaderService {
  constructor(
    private readonly retailersService: RetailersService,
    private readonly commerce: CommerceQueries,
    private readonly segmentation: SegmentationService,
    private readonly rfm: RfmRunsService,
    private readonly backfills: BackfillProgressService,
  ) {}

  async retailers({
    limit,
    cursor,
    externalId,
    missingScopes,
    ...rest
  }: RetailersQuery): Promise<Page<RetailerAnswer>> {
    const filter = { ...rest, externalId: externalId?.toLowerCase(), missesScopes: missingScopes !== undefined };
    const page = await this.retailersService.list(filter, limit, cursor);
    const items = await Promise.all(page.items.map((view) => this.answerOf(view)));
    return { ...page, items };
  }

  async retailer(id: string): Promise<RetailerAnswer> {
    return this.answerOf(await this.retailersService.view(id));
  }

  async customers(
    id: string,
    { externalId, email, q, limit, cursor }: CustomersQuery & { readonly q?: string },
  ): Promise<Page<CustomerAnswer>> {
    const { id: retailerId } = await this.retailersService.get(id);
    const page = await this.commerce.customers(retailerId, { externalId, email, q }, limit, cursor);
    return { ...page, items: await this.describe(retailerId, page.items) };
  }

  /** Customers of the retailer with their segments and scores. */
  async describe(
    retailerId: string,
    customers: readonly Readonly<CustomerFactsAnswer>[],
  ): Promise<readonly Readonly<CustomerAnswer>[]> {
    const { currency } = await this.retailersService.get(retailerId);
    const ids = customers.map(({ id }) => id);
    const names = await this.segmentation.namesOf(retailerId, ids);
    const scoresOf = await this.rfm.scorer(retailerId);
    return customers.map((customer) => {
      return { ...customer, currency, segments: names.get(customer.id) ?? [], rfm: scoresOf(customer) };
    });
  }

  async order(id: string, externalId: string): Promise<OrderAnswer> {
    const { id: retailerId } = await this.retailersService.get(id);
    return this.commerce.order(retailerId, externalId);
  }

  async products(id: string, query: ProductsQuery): Promise<Page<ProductAnswer>> {
    const { id: retailerId, currency } = await this.retailersService.get(id);
    const page = await this.commerce.products(retailerId, query, query.limit, query.cursor);
    return { ...page, items: page.items.map((product) => ({ ...product, currency })) };
  }

  private async answerOf(view: RetailerView): Promise<RetailerAnswer> {
    return RetailerAnswer.of(view, await this.backfills.view(view));
  }
}
