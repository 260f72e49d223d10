import { Get, Injectable, Query } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { AdminController } from '../../admin-actions/admin-controller.decorator.js';
import { RetailerId } from '../../admin-actions/retailer-id.decorator.js';
import { ForOwners, RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import { PreferWait } from '../../api/prefer-wait.js';
import { EventsAnswer, EventsQuery } from './events.dto.js';
import { EventsService } from './events.service.js';

@Injectable()
abstract class EventRoutes {
  constructor(private readonly events: EventsService) {}

  @Get()
  @ForOwners()
  @ApiOperation({
    summary: 'What has happened, in the order in which it was recorded',
    description:
      'A reader stores `nextCursor` with what it did, and asks with it again: so it gets each event once, and those of a ' +
      'customer in their order. Events are kept for 30 days. 410 (`cursor_expired`) where some are gone that the reader ' +
      'has not seen.',
  })
  @ApiHeader({ name: 'Prefer', required: false, description: '`wait=N` (at most 30) waits N seconds for an event' })
  @ApiOkResponse({ type: EventsAnswer })
  @ApiProblems(400, 404, 410)
  list(
    @RetailerId() id: string,
    @Query() query: EventsQuery,
    @PreferWait() waitSeconds: number,
  ): Promise<EventsAnswer> {
    return this.events.page(id, query, waitSeconds);
  }
}

/** The events of a retailer. */
@AdminController('retailers/:id/events')
export class EventsController extends EventRoutes {}

/** The events of the caller's store. */
@RetailerRoutes('events')
export class RetailerEventsController extends EventRoutes {}
