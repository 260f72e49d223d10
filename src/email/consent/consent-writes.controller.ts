import { Get, Injectable, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { AdminController } from '../../admin-actions/admin-controller.decorator.js';
import { RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import { RetailerId } from '../../admin-actions/retailer-id.decorator.js';
import { ApiPage, PageQuery } from '../../api/page.dto.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { ConsentWriteAnswer, consentWriteAnswer } from './consent-writes.dto.js';
import { ConsentWritesRepository } from './consent-writes.repository.js';

@Injectable()
abstract class ConsentWriteRoutes {
  constructor(
    private readonly retailers: RetailersService,
    private readonly writes: ConsentWritesRepository,
  ) {}

  @Get()
  @ApiOperation({
    summary: "Customers' decisions about emails that their store does not have yet",
    description:
      'A decision disappears from the list once the store has it. This service keeps to it from the first moment.',
  })
  @ApiPage(ConsentWriteAnswer)
  @ApiProblems(400, 404)
  async list(@RetailerId() given: string, @Query() { limit, cursor }: PageQuery): Promise<Page<ConsentWriteAnswer>> {
    const { id } = await this.retailers.get(given);
    const page = await this.writes.list(id, limit, cursor);
    return { ...page, items: page.items.map(consentWriteAnswer) };
  }
}

@AdminController('retailers/:id/consent-writes')
export class ConsentWritesController extends ConsentWriteRoutes {}

@RetailerRoutes('consent-writes')
export class RetailerConsentWritesController extends ConsentWriteRoutes {}
