import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { moneyOf, type Page } from '#libs/kernel';
import { NO_CURRENCY } from '#libs/lift';
import { ResultsService } from '../../lift/results/results.service.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { SequenceRepository } from '../definitions/sequence.repository.js';
import type { AttributionScope } from './attribution.sql.js';
import type {
  AttributedOrderAnswer,
  AttributedOrdersQuery,
  ClickerAnswer,
  ResultPeopleQuery,
} from './result-people.dto.js';
import { ResultPeopleQueries } from './result-people.queries.js';

/** The people behind the clicks and the attributed orders of a sequence's results. */
@Injectable()
export class ResultPeopleService {
  constructor(
    private readonly database: Database,
    private readonly sequences: SequenceRepository,
    private readonly retailers: RetailersService,
    private readonly results: ResultsService,
    private readonly queries: ResultPeopleQueries,
  ) {}

  /** 404 where the sequence is unknown, or has no experiment of that number. */
  async orders(id: string, query: AttributedOrdersQuery): Promise<Page<AttributedOrderAnswer>> {
    const scope = await this.scopeOf(id, query.experiment);
    const { items, nextCursor } = await this.queries.orders(this.database.of(scope.retailerId), scope, query);
    const currency = (await this.retailers.get(scope.retailerId)).currency ?? NO_CURRENCY;
    return {
      items: items.map(({ net, ...order }) => ({ ...order, revenue: { amount: moneyOf(net), currency } })),
      nextCursor,
    };
  }

  /** 404 as for `orders`. */
  async clickers(id: string, query: ResultPeopleQuery): Promise<Page<ClickerAnswer>> {
    const scope = await this.scopeOf(id, query.experiment);
    return this.queries.clickers(this.database.of(scope.retailerId), scope, query);
  }

  private async scopeOf(id: string, number: number | undefined): Promise<AttributionScope> {
    const { retailerId, brandId } = await this.sequences.get(id);
    const experimentId = await this.results.experimentId({ retailerId, scope: 'sequence', scopeId: id }, number);
    return { retailerId, brandId, sequenceIds: [id], experimentId };
  }
}
