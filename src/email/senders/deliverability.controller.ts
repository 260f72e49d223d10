import { Get, Injectable, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { AdminController } from '../../admin-actions/admin-controller.decorator.js';
import { RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import { DeliverabilityAnswer } from './deliverability.dto.js';
import { DeliverabilityService } from './deliverability.service.js';

@Injectable()
abstract class DeliverabilityRoutes {
  constructor(private readonly deliverability: DeliverabilityService) {}

  @Get()
  @ApiOperation({
    summary: "Whether mail providers let a brand's emails in, and what to add where",
    description: 'Reads SPF, DKIM and DMARC from the DNS at each call. A live run above 1,000 recipients needs it.',
  })
  @ApiOkResponse({ type: DeliverabilityAnswer })
  @ApiProblems(404)
  of(@Param('id') id: string): Promise<DeliverabilityAnswer> {
    return this.deliverability.of(id);
  }
}

@AdminController('brands/:id/deliverability')
export class DeliverabilityController extends DeliverabilityRoutes {}

@RetailerRoutes('brands/:id/deliverability')
export class RetailerDeliverabilityController extends DeliverabilityRoutes {}
