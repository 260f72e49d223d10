import { Controller, Get, Param, Req, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RetailerRightsGuard } from '../admin-actions/retailer-rights.guard.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { RetailerGuard } from '../auth/token.guard.js';
import type { RetailerCaller } from '../auth/token-rules.js';
import { ExecutionStreamsService } from './execution-streams.service.js';

/** Without the interceptors of other routes, which wait for one answer. */
@ApiTags('retailer')
@ApiBearerAuth('retailer')
@UseGuards(RetailerGuard, RetailerRightsGuard)
@Controller('retailer/executions')
export class ExecutionStreamsController {
  constructor(private readonly streams: ExecutionStreamsService) {}

  @Get(':id/stream')
  @ApiOperation({
    summary: 'The execution whenever it changes, as server-sent events `execution`, and `end` when it has ended',
    description: 'At most once a second. The connection ends after ten minutes; browsers connect again.',
  })
  @ApiProduces('text/event-stream')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiProblems(401, 403, 404, 429, 503)
  async stream(
    @Param('id') id: string,
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.streams.start(retailerId, id, reply, request.id);
  }
}
