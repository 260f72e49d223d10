import { Get, Headers, Injectable, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { AdminController } from '../../admin-actions/admin-controller.decorator.js';
import { RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import { ApiLanguage, ResultsChart, ResultsCsv } from '../../lift/results/results.docs.js';
import { resultsCsv } from '../../lift/results/results-csv.js';
import { RevenueTrendAnswer } from '../../lift/results/revenue-trend.dto.js';
import { resultsLanguage } from '../../lift/results/results-language.js';
import { ResultsAnswer } from '../../lift/results/results.dto.js';
import { ChartQuery, ResultsQuery } from './results-query.dto.js';
import { SequenceResultsService } from './sequence-results.service.js';

@Injectable()
abstract class BrandResultRoutes {
  constructor(private readonly results: SequenceResultsService) {}

  @Get(':id/results')
  @ApiOperation({ summary: 'What all sequences of the brand caused, from people in its global holdout' })
  @ApiLanguage('the sentences')
  @ApiOkResponse({ type: ResultsAnswer })
  @ApiProblems(400, 404)
  read(
    @Param('id') id: string,
    @Query() { experiment }: ResultsQuery,
    @Headers('accept-language') accepted?: string,
  ): Promise<ResultsAnswer> {
    return this.results.ofBrand(id, experiment, resultsLanguage(accepted));
  }

  @Get(':id/results/trend')
  @ApiOperation({ summary: 'The revenue that all sequences of the brand caused, with its interval, over time' })
  @ApiOkResponse({ type: RevenueTrendAnswer })
  @ApiProblems(400, 404)
  trend(@Param('id') id: string, @Query() { experiment }: ResultsQuery): Promise<RevenueTrendAnswer> {
    return this.results.trendOfBrand(id, experiment);
  }

  @Get(':id/results.csv')
  @ResultsCsv()
  async csv(@Param('id') id: string, @Query() { experiment }: ResultsQuery): Promise<string> {
    return resultsCsv(await this.results.ofBrand(id, experiment, 'en'));
  }

  @Get(':id/results.svg')
  @ResultsChart()
  chart(
    @Param('id') id: string,
    @Query() query: ChartQuery,
    @Headers('accept-language') accepted?: string,
  ): Promise<string> {
    return this.results.chartOfBrand(id, query, resultsLanguage(accepted));
  }
}

@AdminController('brands')
export class BrandResultsController extends BrandResultRoutes {}

@RetailerRoutes('brands')
export class RetailerBrandResultsController extends BrandResultRoutes {}
