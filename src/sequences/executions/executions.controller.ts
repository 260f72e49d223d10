import { Body, Get, HttpCode, Injectable, Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { ExecutionReaderService } from './execution-reader.service.js';
import { AdminController, ApiIdempotent } from '../../admin-actions/admin-controller.decorator.js';
import { ForOwners, RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import { MessageAnswer, MessagesQuery } from '../../email/ledger/message.dto.js';
import { CancelBody, ExecutionAnswer } from './executions.dto.js';
import { ApiPage } from '../../api/page.dto.js';

@Injectable()
abstract class ExecutionRoutes {
  constructor(private readonly executions: ExecutionReaderService) {}

  @Get(':id')
  @ApiOperation({ summary: 'The progress of an execution, with counts by status and reason' })
  @ApiOkResponse({ type: ExecutionAnswer })
  @ApiProblems(404)
  get(@Param('id') id: string): Promise<ExecutionAnswer> {
    return this.executions.get(id);
  }

  @Get(':id/messages')
  @ApiOperation({ summary: 'The messages of an execution with their outcome; for a dry run its plan' })
  @ApiPage(MessageAnswer)
  @ApiProblems(400, 404)
  messages(
    @Param('id') id: string,
    @Query() { limit, cursor, ...wanted }: MessagesQuery,
  ): Promise<Page<MessageAnswer>> {
    return this.executions.messages(id, limit, cursor, wanted);
  }

  @Post(':id/cancel')
  @ForOwners()
  @HttpCode(200)
  @ApiOperation({ summary: 'Cancel an execution: no further email is sent' })
  @ApiIdempotent()
  @ApiOkResponse({ type: ExecutionAnswer })
  @ApiBody({ type: CancelBody, required: false })
  @ApiProblems(404, 422)
  cancel(@Param('id') id: string, @Body() { revokeSent }: CancelBody): Promise<ExecutionAnswer> {
    return this.executions.cancel(id, revokeSent);
  }
}

@AdminController('executions')
export class ExecutionsController extends ExecutionRoutes {}

@RetailerRoutes('executions')
export class RetailerExecutionsController extends ExecutionRoutes {}
