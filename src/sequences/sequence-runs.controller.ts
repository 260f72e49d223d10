import { Body, Get, Headers, HttpCode, Injectable, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import type { FastifyReply } from 'fastify';
import { AdminController, ApiIdempotent } from '../admin-actions/admin-controller.decorator.js';
import { ForOwners, RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { ApiPage } from '../api/page.dto.js';
import { PreferWait } from '../api/prefer-wait.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { personOf } from '../auth/minter-of.js';
import type { AdminCaller, RetailerCaller } from '../auth/token-rules.js';
import { ExecuteBody, ExecutionAnswer, ExecutionsQuery, StartedExecutionAnswer } from './executions/executions.dto.js';
import { ApprovalsAnswer, ApproveBody } from './approval/approvals.dto.js';
import { PlanAnswer, PlanBody } from './plans.dto.js';
import { PlansService } from './plans.service.js';
import { SendingRightsService } from './sending-rights.service.js';
import { SequenceRunsService } from './sequence-runs.service.js';

/** Long enough for the plan of a hundred thousand customers. */
const PLAN_WAIT_SECONDS = 20;

/** Plans and starts runs of sequences. */
@Injectable()
abstract class SequenceRunRoutes {
  constructor(
    private readonly runs: SequenceRunsService,
    private readonly rights: SendingRightsService,
    private readonly plans: PlansService,
  ) {}

  @Post(':id/plan')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Plan a live run: a dry run, what it costs, and the hash with which exactly this plan may be sent',
    description:
      'The hash stays the same while nothing changes. It waits 20 seconds for the dry run, or as `Prefer` says.',
  })
  @ApiIdempotent()
  @ApiHeader({ name: 'Prefer', required: false, description: '`wait=N` (at most 30) waits N seconds for the dry run' })
  @ApiBody({ type: PlanBody, required: false })
  @ApiOkResponse({ type: PlanAnswer, description: 'The dry run has ended' })
  @ApiAcceptedResponse({ type: PlanAnswer, description: 'The dry run goes on: its counts are not complete' })
  @ApiProblems(404)
  async plan(
    @Param('id') id: string,
    @Body() body: PlanBody,
    @PreferWait() waitSeconds: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PlanAnswer> {
    const { isOver, plan } = await this.plans.plan(id, body, waitSeconds || PLAN_WAIT_SECONDS);
    void reply.code(isOver ? 200 : 202);
    return plan;
  }

  @Post(':id/approve')
  @ForOwners()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Approve a plan without sending it, or a version of a sequence that starts by itself',
    description:
      'Where the brand sets `approvalByTwo`, a live run needs two different people: those who approved its plan, and ' +
      'the one who sends it. Each person counts once. A plan that changes has another hash, and no approvals. A ' +
      'version of an automatic sequence needs the one who saves it and another one; then the sequence starts',
  })
  @ApiIdempotent()
  @ApiOkResponse({ type: ApprovalsAnswer })
  @ApiProblems(404, 409, 422)
  approve(
    @Param('id') id: string,
    @Body() body: ApproveBody,
    @CurrentCaller() caller: AdminCaller | RetailerCaller,
  ): Promise<ApprovalsAnswer> {
    return this.runs.approve(id, body, personOf(caller));
  }

  @Post(':id/execute')
  @HttpCode(202)
  @ApiOperation({ summary: 'Execute a sequence: live, as a test, or as a dry run' })
  @ApiIdempotent()
  @ApiHeader({ name: 'Prefer', required: false, description: '`wait=N` (at most 30) waits N seconds for the end' })
  @ApiBody({ type: ExecuteBody, required: false })
  @ApiAcceptedResponse({ type: StartedExecutionAnswer, description: 'The execution runs' })
  @ApiOkResponse({ type: StartedExecutionAnswer, description: 'With `Prefer: wait`: the execution has ended in time' })
  @ApiProblems(404)
  async execute(
    @Param('id') id: string,
    @Body() body: ExecuteBody,
    @CurrentCaller() caller: AdminCaller | RetailerCaller,
    @Headers('idempotency-key') key: string | undefined,
    @PreferWait() waitSeconds: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedExecutionAnswer> {
    await this.rights.requireExecute(caller, body);
    const { isOver, execution } = await this.runs.execute(id, body, key, waitSeconds, personOf(caller));
    void reply.code(isOver ? 200 : 202);
    return execution;
  }

  @Get(':id/executions')
  @ApiOperation({ summary: 'All executions of a sequence, also automatic ones, newest first' })
  @ApiPage(ExecutionAnswer)
  @ApiProblems(400, 404)
  executions(@Param('id') id: string, @Query() query: ExecutionsQuery): Promise<Page<ExecutionAnswer>> {
    return this.runs.list(id, query);
  }
}

@AdminController('sequences')
export class SequenceRunsController extends SequenceRunRoutes {}

@RetailerRoutes('sequences')
export class RetailerSequenceRunsController extends SequenceRunRoutes {}
