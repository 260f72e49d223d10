import { Body, HttpCode, Injectable, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { AdminController, ApiIdempotent } from '../../admin-actions/admin-controller.decorator.js';
import { RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import { BacktestAnswer, BacktestBody } from './backtest.dto.js';
import { BacktestService } from './backtest.service.js';

@Injectable()
abstract class BacktestRoutes {
  constructor(private readonly backtests: BacktestService) {}

  @Post(':id/backtest')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Play a sequence over the past of the store: who would have entered and come back without emails',
    description: "Sends and changes nothing. Orders count as they are known today; consent and addresses are today's.",
  })
  @ApiIdempotent()
  @ApiOkResponse({ type: BacktestAnswer })
  @ApiProblems(400, 404, 422)
  backtest(@Param('id') id: string, @Body() body: BacktestBody): Promise<BacktestAnswer> {
    return this.backtests.backtest(id, body);
  }
}

@AdminController('sequences')
export class BacktestController extends BacktestRoutes {}

@RetailerRoutes('sequences')
export class RetailerBacktestController extends BacktestRoutes {}
