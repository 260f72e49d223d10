import { Body, Delete, Get, HttpCode, Injectable, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import type { FastifyReply } from 'fastify';
import { AdminController, ApiIdempotent } from '../../admin-actions/admin-controller.decorator.js';
import { RetailerId } from '../../admin-actions/retailer-id.decorator.js';
import { ForOwners, RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import { ApiPage, PageQuery } from '../../api/page.dto.js';
import {
  EventAttemptAnswer,
  EventEndpointAnswer,
  EventEndpointBody,
  EventEndpointsAnswer,
  RedeliverBody,
} from './event-endpoints.dto.js';
import { EventEndpointsService } from './event-endpoints.service.js';
import { EventTrialsService } from './event-trials.service.js';

@Injectable()
abstract class EventEndpointRoutes {
  constructor(
    private readonly endpoints: EventEndpointsService,
    private readonly trials: EventTrialsService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The addresses to which events are sent' })
  @ApiOkResponse({ type: EventEndpointsAnswer })
  @ApiProblems(404)
  async list(@RetailerId() id: string): Promise<EventEndpointsAnswer> {
    return { items: await this.endpoints.list(id), nextCursor: null };
  }

  @Get(':name')
  @ApiOperation({ summary: 'An endpoint, without its secret' })
  @ApiOkResponse({ type: EventEndpointAnswer })
  @ApiProblems(404)
  get(@RetailerId() id: string, @Param('name') name: string): Promise<EventEndpointAnswer> {
    return this.endpoints.get(id, name);
  }

  @Put(':name')
  @ApiOperation({
    summary: 'Send events to an address, signed after Standard Webhooks',
    description:
      'Each event arrives at least once, always with the same `webhook-id`, and those of a customer in their order. ' +
      'Failed deliveries are repeated with growing pauses. After three days of failures, or after a 410, the endpoint is ' +
      'disabled; enabled again, it gets what it has missed.',
  })
  @ApiCreatedResponse({ type: EventEndpointAnswer, description: 'A new endpoint, with its `secret`' })
  @ApiOkResponse({ type: EventEndpointAnswer, description: 'The endpoint was changed' })
  @ApiProblems(400, 404, 413, 415, 422)
  async put(
    @RetailerId() id: string,
    @Param('name') name: string,
    @Body() body: EventEndpointBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EventEndpointAnswer> {
    const { isNew, endpoint } = await this.endpoints.put(id, name, body);
    void reply.code(isNew ? 201 : 200);
    return endpoint;
  }

  @Delete(':name')
  @HttpCode(204)
  @ApiOperation({ summary: 'Send nothing more to the address, and forget its attempts' })
  @ApiNoContentResponse()
  @ApiProblems(404)
  delete(@RetailerId() id: string, @Param('name') name: string): Promise<void> {
    return this.endpoints.delete(id, name);
  }

  @Post(':name/rotate-secret')
  @HttpCode(200)
  @ApiOperation({ summary: 'A new secret; for a day requests carry signatures of both' })
  @ApiIdempotent()
  @ApiOkResponse({ type: EventEndpointAnswer })
  @ApiProblems(404)
  rotate(@RetailerId() id: string, @Param('name') name: string): Promise<EventEndpointAnswer> {
    return this.endpoints.rotate(id, name);
  }

  @Post(':name/test')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send an event of the type `test` now' })
  @ApiIdempotent()
  @ApiOkResponse({ type: EventAttemptAnswer })
  @ApiProblems(404)
  test(@RetailerId() id: string, @Param('name') name: string): Promise<EventAttemptAnswer> {
    return this.trials.test(id, name);
  }

  @Post(':name/redeliver')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send an event again now' })
  @ApiIdempotent()
  @ApiOkResponse({ type: EventAttemptAnswer })
  @ApiProblems(404)
  redeliver(
    @RetailerId() id: string,
    @Param('name') name: string,
    @Body() { eventId }: RedeliverBody,
  ): Promise<EventAttemptAnswer> {
    return this.trials.redeliver(id, name, eventId);
  }

  @Get(':name/attempts')
  @ApiOperation({ summary: 'The requests to an endpoint, newest first; kept for seven days' })
  @ApiPage(EventAttemptAnswer)
  @ApiProblems(400, 404)
  attempts(
    @RetailerId() id: string,
    @Param('name') name: string,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<Page<EventAttemptAnswer>> {
    return this.trials.attempts(id, name, limit, cursor);
  }
}

/** The addresses to which a retailer's events are sent. */
@AdminController('retailers/:id/event-endpoints')
export class EventEndpointsController extends EventEndpointRoutes {}

/** The addresses to which the events of the caller's store are sent. */
@ForOwners()
@RetailerRoutes('event-endpoints')
export class RetailerEventEndpointsController extends EventEndpointRoutes {}
