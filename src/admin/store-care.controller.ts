import { HttpCode, Injectable, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyReply } from 'fastify';
import { AdminController, ApiIdempotent } from '../admin-actions/admin-controller.decorator.js';
import { ForOwners, RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { RetailerId } from '../admin-actions/retailer-id.decorator.js';
import { RetailerAnswer } from '../retailers/retailer.dto.js';
import { PreferWait } from '../api/prefer-wait.js';
import { ReconciliationsService } from './reconciliations.service.js';

@Injectable()
abstract class StoreCareRoutes {
  constructor(private readonly reconciliations: ReconciliationsService) {}

  @Post('reconcile')
  @ForOwners()
  @HttpCode(202)
  @ApiIdempotent()
  @ApiOperation({ summary: 'Restore missing webhook subscriptions and read the records that no delivery reported' })
  @ApiHeader({ name: 'Prefer', required: false, description: '`wait=N` (at most 30 seconds) waits until it is done' })
  @ApiAcceptedResponse({ type: RetailerAnswer, description: 'It is under way' })
  @ApiOkResponse({ type: RetailerAnswer, description: 'With `Prefer: wait`: it is done' })
  @ApiProblems(404)
  async reconcile(
    @RetailerId() id: string,
    @PreferWait() waitSeconds: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RetailerAnswer> {
    const { done, retailer } = await this.reconciliations.run(id, waitSeconds);
    if (done) void reply.code(200);
    return retailer;
  }

  @Post('backfill/pause')
  @ForOwners()
  @HttpCode(200)
  @ApiIdempotent()
  @ApiOperation({ summary: "Pause the reading of the store's past after the pages under way" })
  @ApiOkResponse({ type: RetailerAnswer })
  @ApiProblems(404)
  pauseBackfill(@RetailerId() id: string): Promise<RetailerAnswer> {
    return this.reconciliations.pauseBackfill(id);
  }

  @Post('backfill/resume')
  @ForOwners()
  @HttpCode(200)
  @ApiIdempotent()
  @ApiOperation({ summary: "Go on with the reading of the store's past, after a pause or after failures" })
  @ApiOkResponse({ type: RetailerAnswer })
  @ApiProblems(404, 409)
  resumeBackfill(@RetailerId() id: string): Promise<RetailerAnswer> {
    return this.reconciliations.resumeBackfill(id);
  }
}

@AdminController('retailers/:id')
export class StoreCareController extends StoreCareRoutes {}

@RetailerRoutes('store')
export class RetailerStoreCareController extends StoreCareRoutes {}
