import { Get, Injectable, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { AdminController } from '../../admin-actions/admin-controller.decorator.js';
import { RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import { RfmAnswer } from './rfm.dto.js';
import { RfmRunsService } from './rfm-runs.service.js';

@Injectable()
abstract class RfmRoutes {
  constructor(private readonly runs: RfmRunsService) {}

  @Get(':id/rfm')
  @ApiOperation({ summary: "The boundaries of a brand's latest RFM run" })
  @ApiOkResponse({ type: RfmAnswer })
  @ApiProblems(404)
  latest(@Param('id') id: string): Promise<RfmAnswer> {
    return this.runs.latest(id);
  }
}

@AdminController('brands')
export class RfmController extends RfmRoutes {}

@RetailerRoutes('brands')
export class RetailerRfmController extends RfmRoutes {}
