import { Get, Injectable, Param, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { AdminController } from '../admin-actions/admin-controller.decorator.js';
import { RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { ApiPage } from '../api/page.dto.js';
import { RetailersService } from '../retailers/retailers.service.js';
import { AssignmentAnswer, AssignmentsQuery } from './experiments/assignment.dto.js';
import { AssignmentListService } from './experiments/assignment-list.service.js';

@Injectable()
abstract class BrandAssignmentRoutes {
  constructor(
    private readonly retailers: RetailersService,
    private readonly assignments: AssignmentListService,
  ) {}

  @Get(':id/assignments')
  @ApiOperation({ summary: "Who is in which group of the brand's global holdout" })
  @ApiPage(AssignmentAnswer)
  @ApiProblems(400, 404)
  async list(@Param('id') scopeId: string, @Query() query: AssignmentsQuery): Promise<Page<AssignmentAnswer>> {
    const { retailerId } = await this.retailers.brand(scopeId);
    return this.assignments.list({ retailerId, scope: 'brand', scopeId: scopeId.toLowerCase() }, query);
  }
}

@AdminController('brands')
export class BrandAssignmentsController extends BrandAssignmentRoutes {}

@RetailerRoutes('brands')
export class RetailerBrandAssignmentsController extends BrandAssignmentRoutes {}
