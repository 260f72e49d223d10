import { Body, Get, HttpCode, Injectable, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import type { FastifyReply } from 'fastify';
import { DeliveryAdminService } from '../inbox/delivery-admin.service.js';
import { DeliveryAnswer } from '../inbox/inbox.dto.js';
import { AdminController, ApiIdempotent } from '../admin-actions/admin-controller.decorator.js';
import { RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { requireOwner } from '../auth/token.guard.js';
import type { AdminCaller, RetailerCaller } from '../auth/token-rules.js';
import { DeliveryReplaysService, type Replayed } from './delivery-replays.service.js';
import { DeliveriesQuery, OwnDeliveriesQuery, ReplayBody, ReplayTrialAnswer } from './dto/deliveries.dto.js';
import { ApiPage } from '../api/page.dto.js';
import { PreferWait } from '../api/prefer-wait.js';

@Injectable()
abstract class DeliveryRoutes {
  constructor(
    protected readonly deliveries: DeliveryAdminService,
    private readonly replays: DeliveryReplaysService,
  ) {}

  @Get(':id')
  @ApiOperation({ summary: 'A webhook delivery' })
  @ApiOkResponse({ type: DeliveryAnswer })
  @ApiProblems(404)
  get(@Param('id') id: string): Promise<DeliveryAnswer> {
    return this.deliveries.get(id);
  }

  @Post(':id/replay')
  @HttpCode(202)
  @ApiOperation({ summary: 'Process a delivery again, or show what that would do' })
  @ApiIdempotent()
  @ApiHeader({ name: 'Prefer', required: false, description: '`wait=N` (at most 30 seconds) waits for the result' })
  @ApiAcceptedResponse({ type: DeliveryAnswer, description: 'The delivery is due again' })
  @ApiBody({ type: ReplayBody, required: false })
  @ApiExtraModels(ReplayTrialAnswer)
  @ApiOkResponse({
    schema: { oneOf: [{ $ref: getSchemaPath(ReplayTrialAnswer) }, { $ref: getSchemaPath(DeliveryAnswer) }] },
    description: 'With `dryRun`: what a replay would do. With `Prefer: wait`: the processed delivery',
  })
  @ApiProblems(404)
  async replay(
    @Param('id') id: string,
    @Body() { dryRun = false }: ReplayBody,
    @CurrentCaller() caller: AdminCaller | RetailerCaller,
    @PreferWait() waitSeconds: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Replayed['answer']> {
    if (!dryRun) requireOwner(caller);
    const { isOver, answer } = await this.replays.run(id, dryRun, waitSeconds);
    void reply.code(isOver ? 200 : 202);
    return answer;
  }
}

@AdminController('deliveries')
export class DeliveriesController extends DeliveryRoutes {
  @Get()
  @ApiOperation({ summary: 'Webhook deliveries, newest first' })
  @ApiPage(DeliveryAnswer)
  @ApiProblems(400)
  list(@Query() { retailerId, status, limit, cursor }: DeliveriesQuery): Promise<Page<DeliveryAnswer>> {
    return this.deliveries.list({ retailerId, status }, limit, cursor);
  }
}

@RetailerRoutes('deliveries')
export class RetailerDeliveriesController extends DeliveryRoutes {
  @Get()
  @ApiOperation({ summary: 'Webhook deliveries of the store, newest first' })
  @ApiPage(DeliveryAnswer)
  @ApiProblems(400)
  list(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Query() { status, limit, cursor }: OwnDeliveriesQuery,
  ): Promise<Page<DeliveryAnswer>> {
    return this.deliveries.list({ retailerId, status }, limit, cursor);
  }
}
