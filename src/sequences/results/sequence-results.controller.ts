import { Get, Headers, Injectable, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { AdminController } from '../../admin-actions/admin-controller.decorator.js';
import { RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import { ApiPage } from '../../api/page.dto.js';
import { ApiLanguage, ResultsChart, ResultsCsv } from '../../lift/results/results.docs.js';
import { resultsCsv } from '../../lift/results/results-csv.js';
import { RevenueTrendAnswer } from '../../lift/results/revenue-trend.dto.js';
import { resultsLanguage } from '../../lift/results/results-language.js';
import { AttributedOrderAnswer, AttributedOrdersQuery, ClickerAnswer, ResultPeopleQuery } from './result-people.dto.js';
import { ResultPeopleService } from './result-people.service.js';
import { ChartQuery, ResultsQuery } from './results-query.dto.js';
import { SequenceResultsAnswer } from './sequence-results.dto.js';
import { SequenceResultsService } from './sequence-results.service.js';

@Injectable()
abstract class SequenceResultRoutes {
  constructor(
    private readonly results: SequenceResultsService,
    private readonly people: ResultPeopleService,
  ) {}

  @Get(':id/results')
  @ApiOperation({
    summary: 'What the sequence caused, from people who were held back',
    description: 'The intervals may be looked at as often as one likes. Attributed orders are not caused ones.',
  })
  @ApiLanguage('the sentences')
  @ApiOkResponse({ type: SequenceResultsAnswer })
  @ApiProblems(400, 404)
  read(
    @Param('id') id: string,
    @Query() { experiment }: ResultsQuery,
    @Headers('accept-language') accepted?: string,
  ): Promise<SequenceResultsAnswer> {
    return this.results.ofSequence(id, experiment, resultsLanguage(accepted));
  }

  @Get(':id/results/trend')
  @ApiOperation({ summary: 'The revenue that the sequence caused, with its interval, over time' })
  @ApiOkResponse({ type: RevenueTrendAnswer })
  @ApiProblems(400, 404)
  trend(@Param('id') id: string, @Query() { experiment }: ResultsQuery): Promise<RevenueTrendAnswer> {
    return this.results.trendOfSequence(id, experiment);
  }

  @Get(':id/results/orders')
  @ApiOperation({ summary: 'The orders that the results attribute to a code or a click, the latest first' })
  @ApiPage(AttributedOrderAnswer)
  @ApiProblems(400, 404)
  orders(@Param('id') id: string, @Query() query: AttributedOrdersQuery): Promise<Page<AttributedOrderAnswer>> {
    return this.people.orders(id, query);
  }

  @Get(':id/results/clicks')
  @ApiOperation({ summary: 'The people whose clicks the results count; who clicked last comes first' })
  @ApiPage(ClickerAnswer)
  @ApiProblems(400, 404)
  clicks(@Param('id') id: string, @Query() query: ResultPeopleQuery): Promise<Page<ClickerAnswer>> {
    return this.people.clickers(id, query);
  }

  @Get(':id/results.csv')
  @ResultsCsv()
  async csv(@Param('id') id: string, @Query() { experiment }: ResultsQuery): Promise<string> {
    return resultsCsv(await this.results.ofSequence(id, experiment, 'en'));
  }

  @Get(':id/results.svg')
  @ResultsChart()
  chart(
    @Param('id') id: string,
    @Query() query: ChartQuery,
    @Headers('accept-language') accepted?: string,
  ): Promise<string> {
    return this.results.chartOfSequence(id, query, resultsLanguage(accepted));
  }
}

@AdminController('sequences')
export class SequenceResultsController extends SequenceResultRoutes {}

@RetailerRoutes('sequences')
export class RetailerSequenceResultsController extends SequenceResultRoutes {}
