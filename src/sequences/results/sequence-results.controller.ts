import { Get, Header, Headers, Param, Query } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { AdminController } from '../../admin-actions/admin-controller.decorator.js';
import { resultsCsv } from '../../lift/results/results-csv.js';
import { resultsLanguage } from '../../lift/results/results-language.js';
import { ChartQuery, ResultsQuery } from './results-query.dto.js';
import { SequenceResultsAnswer } from './sequence-results.dto.js';
import { SequenceResultsService } from './sequence-results.service.js';

export const CSV_TYPE = 'text/csv; charset=utf-8';
export const SVG_TYPE = 'image/svg+xml; charset=utf-8';
export const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
export const CSV_FILE = 'attachment; filename="results.csv"';

@AdminController('sequences')
export class SequenceResultsController {
  constructor(private readonly results: SequenceResultsService) {}

  @Get(':id/results')
  @ApiOperation({
    summary: 'What the sequence caused, from people who were held back',
    description: 'The intervals may be looked at as often as one likes. Attributed orders are not caused ones.',
  })
  @ApiHeader({ name: 'accept-language', required: false, description: 'The language of the sentences' })
  @ApiOkResponse({ type: SequenceResultsAnswer })
  @ApiProblems(400, 404)
  read(
    @Param('id') id: string,
    @Query() { experiment }: ResultsQuery,
    @Headers('accept-language') accepted?: string,
  ): Promise<SequenceResultsAnswer> {
    return this.results.ofSequence(id, experiment, resultsLanguage(accepted));
  }

  @Get(':id/results.csv')
  @Header('Content-Type', CSV_TYPE)
  @Header('Content-Disposition', CSV_FILE)
  @ApiOperation({ summary: 'The same figures as CSV, one to a line' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiProblems(400, 404)
  async csv(@Param('id') id: string, @Query() { experiment }: ResultsQuery): Promise<string> {
    return resultsCsv(await this.results.ofSequence(id, experiment, 'en'));
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
    return this.results.chartOfSequence(id, query, resultsLanguage(accepted));
  }
}
