import { Get, Headers, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { ApiPage } from '../api/page.dto.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import type { RetailerCaller } from '../auth/token-rules.js';
import { ApiLanguage } from '../lift/results/results.docs.js';
import { resultsLanguage } from '../lift/results/results-language.js';
import { HomeAnswer, HomeQuery, HomeStatusAnswer, LapsedPeopleQuery, LapsedPersonAnswer } from './home.dto.js';
import { HomeService } from './home.service.js';

@RetailerRoutes('home')
export class StudioHomeController {
  constructor(private readonly home: HomeService) {}

  @Get()
  @ApiOperation({
    summary: 'Lapsed customers and their value, what was won back, what waits for a decision, and what does not work',
  })
  @ApiLanguage('the sentences')
  @ApiOkResponse({ type: HomeAnswer })
  @ApiProblems(400, 404)
  read(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Query() { brandId }: HomeQuery,
    @Headers('accept-language') accepted?: string,
  ): Promise<HomeAnswer> {
    return this.home.read(retailerId, brandId, resultsLanguage(accepted));
  }

  @Get('status')
  @ApiOperation({
    summary:
      'What of the first page needs no count over all customers: what waits, what was won back, and what does not work',
  })
  @ApiLanguage('the sentences')
  @ApiOkResponse({ type: HomeStatusAnswer })
  @ApiProblems(400, 404)
  status(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Query() { brandId }: HomeQuery,
    @Headers('accept-language') accepted?: string,
  ): Promise<HomeStatusAnswer> {
    return this.home.status(retailerId, brandId, resultsLanguage(accepted));
  }

  @Get('customers')
  @ApiOperation({ summary: 'The lapsed customers behind the counts; who spent most comes first' })
  @ApiPage(LapsedPersonAnswer)
  @ApiProblems(400, 404)
  customers(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Query() query: LapsedPeopleQuery,
  ): Promise<Page<LapsedPersonAnswer>> {
    return this.home.people(retailerId, query);
  }
}
