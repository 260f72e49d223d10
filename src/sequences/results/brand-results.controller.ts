import { Get, Header, Headers, Param, Query } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { AdminController } from '../../admin-actions/admin-controller.decorator.js';
import { resultsCsv } from '../../lift/results/results-csv.js';
import { resultsLanguage } from '../../lift/results/results-language.js';
import { ResultsAnswer } from '../../lift/results/results.dto.js';
import { ChartQuery, ResultsQuery } from './results-query.dto.js';
import { CSV_FILE, CSV_TYPE, SVG_POLICY, SVG_TYPE } from './sequence-results.controller.js';
import { SequenceResultsService } from './sequence-results.service.js';

@AdminController('brands')
export class BrandResultsController {
  constructor(private readonly results: SequenceResultsService) {}

  @Get(':id/results')
  @ApiOperation({ summary: 'What all sequences of the brand caused, from people in its global holdout' })
  @ApiHeader({ name: 'accept-language', required: false, description: 'The language of the sentences' })
  @ApiOkResponse({ type: ResultsAnswer })
  @ApiProblems(400, 404)
  read(
    @Param('id') id: string,
    @Query() { experiment }: ResultsQuery,
    @Headers('accept-language') accepted?: string,
  ): Promise<ResultsAnswer> {
    return this.results.ofBrand(id, experiment, resultsLanguage(accepted));
  }

  @Get(':id/results.csv')
  @Header('Content-Type', CSV_TYPE)
  @Header('Content-Disposition', CSV_FILE)
  @ApiOperation({ summary: 'The same figures as CSV, one to a line' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiProblems(400, 404)
  async csv(@Param('id') id: string, @Query() { experiment }: ResultsQuery): Promise<string> {
    return resultsCsv(await this.results.ofBrand(id, experiment, 'en'));
  }

  @Get(':id/results.svg')
  @Header('Content-Type', SVG_TYPE)
  // If a browser shows the SVG as a page, the page must not run scripts or load anything.
  @Header('Content-Security-Policy', SVG_POLICY)
  @ApiOperation({ summary: "The interval of the incremental customers over time, with today's orders, as SVG" })
  @ApiHeader({ name: 'accept-language', required: false, description: 'The language of the words' })
  @ApiProduces('image/svg+xml')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiProblems(400, 404)
  chart(
    @Param('id') id: string,
    @Query() query: ChartQuery,
    @Headers('accept-language') accepted?: string,
  ): Promise<string> {
    return this.results.chartOfBrand(id, query, resultsLanguage(accepted));
  }
}
