import { Body, Delete, Get, Header, HttpCode, Injectable, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import type { FastifyReply } from 'fastify';
import { SequenceLifecycleService } from './sequence-lifecycle.service.js';
import { SequencePreviewsService } from './sequence-previews.service.js';
import { SequencesService } from './sequences.service.js';
import { AdminController, ApiIdempotent } from '../admin-actions/admin-controller.decorator.js';
import { ForOwners, IdMayBeNew, RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import { personOf } from '../auth/minter-of.js';
import { requireOwner } from '../auth/token.guard.js';
import type { AdminCaller, RetailerCaller } from '../auth/token-rules.js';
import { ApiPage } from '../api/page.dto.js';
import {
  DraftPreviewAnswer,
  PreviewDraftBody,
  PreviewQuery,
  recipientOf,
  StepPreviewAnswer,
  PutSequenceBody,
  SavedSequenceAnswer,
  SequenceAnswer,
  SequencesQuery,
} from './sequences.dto.js';
import { AssignmentAnswer, AssignmentsQuery } from '../lift/experiments/assignment.dto.js';
import { AssignmentListService } from '../lift/experiments/assignment-list.service.js';
import { OfferCountsAnswer } from '../offers/offer-counts.dto.js';
import { OfferCountsService } from '../offers/offer-counts.service.js';

@Injectable()
abstract class SequenceRoutes {
  constructor(
    protected readonly sequences: SequencesService,
    private readonly lifecycle: SequenceLifecycleService,
    private readonly offerCounts: OfferCountsService,
    private readonly assignments: AssignmentListService,
    private readonly previews: SequencePreviewsService,
  ) {}

  @Put(':id')
  @IdMayBeNew()
  @ApiOperation({ summary: 'Create or change a sequence; running executions keep the version with which they began' })
  @ApiCreatedResponse({ type: SavedSequenceAnswer, description: 'The sequence is new' })
  @ApiOkResponse({ type: SavedSequenceAnswer, description: 'The sequence was changed, or is the same as before' })
  @ApiProblems(400, 404, 409, 413, 415, 422)
  async put(
    @Param('id') id: string,
    @Body() body: PutSequenceBody,
    @CurrentCaller() caller: AdminCaller | RetailerCaller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SavedSequenceAnswer> {
    if (await this.sequences.startsByItself(id, body)) requireOwner(caller);
    const { isNew, sequence } = await this.sequences.put(id, body, {
      basedOn: body.version,
      by: personOf(caller),
    });
    void reply.code(isNew ? 201 : 200);
    return sequence;
  }

  @Get(':id/offers')
  @ApiOperation({ summary: 'What became of the codes of a sequence, and what the open ones may cost' })
  @ApiOkResponse({ type: OfferCountsAnswer })
  @ApiProblems(404)
  async offers(@Param('id') id: string): Promise<OfferCountsAnswer> {
    return this.offerCounts.ofSequence(await this.sequences.retailerOf(id), id);
  }

  @Get(':id/assignments')
  @ApiOperation({ summary: 'Who is in which group of the experiments of a sequence, and what they did' })
  @ApiPage(AssignmentAnswer)
  @ApiProblems(400, 404)
  async listAssignments(@Param('id') id: string, @Query() query: AssignmentsQuery): Promise<Page<AssignmentAnswer>> {
    const retailerId = await this.sequences.retailerOf(id);
    return this.assignments.list({ retailerId, scope: 'sequence', scopeId: id }, query);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A sequence' })
  @ApiOkResponse({ type: SequenceAnswer })
  @ApiProblems(404)
  get(@Param('id') id: string): Promise<SequenceAnswer> {
    return this.sequences.get(id);
  }

  @Delete(':id')
  @ForOwners()
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a sequence; its executions and messages stay readable, as the proof of what was sent',
  })
  @ApiNoContentResponse()
  @ApiProblems(404, 409)
  delete(@Param('id') id: string): Promise<void> {
    return this.lifecycle.delete(id);
  }

  @Post(':id/pause')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Pause a sequence: nothing is planned or sent live; customers who enter meanwhile do not get it',
  })
  @ApiIdempotent()
  @ApiOkResponse({ type: SequenceAnswer, description: 'The sequence is paused' })
  @ApiProblems(404)
  pause(@Param('id') id: string): Promise<SequenceAnswer> {
    return this.lifecycle.pause(id);
  }

  @Post(':id/resume')
  @ForOwners()
  @HttpCode(200)
  @ApiOperation({ summary: 'Resume a sequence: messages that became due during the pause are sent now' })
  @ApiIdempotent()
  @ApiOkResponse({ type: SequenceAnswer, description: 'The sequence is not paused' })
  @ApiProblems(404)
  resume(@Param('id') id: string): Promise<SequenceAnswer> {
    return this.lifecycle.resume(id);
  }

  @Get(':id/steps/:step/preview')
  // If a browser shows the HTML, the browser must not run scripts, submit forms or load anything.
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  @ApiOperation({ summary: 'The email of a step for one recipient: a customer or one of the worst cases' })
  @ApiOkResponse({ type: StepPreviewAnswer })
  @ApiProblems(400, 404, 422)
  preview(
    @Param('id') id: string,
    @Param('step') step: string,
    @Query() query: PreviewQuery,
  ): Promise<StepPreviewAnswer> {
    return this.previews.saved(id, { step, variant: query.variant }, recipientOf(query));
  }

  @Post('preview')
  @HttpCode(200)
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  @ApiOperation({
    summary: 'An email of a definition that is not saved, and what a save would warn of or refuse; saves nothing',
  })
  @ApiIdempotent()
  @ApiOkResponse({ type: DraftPreviewAnswer })
  @ApiProblems(404, 409, 413, 415, 422)
  previewDraft(
    @Body() { step, variant, as, customerId, ...definition }: PreviewDraftBody,
  ): Promise<DraftPreviewAnswer> {
    return this.previews.draft(definition, { step, variant }, recipientOf({ as, customerId }));
  }
}

@AdminController('sequences')
export class SequencesController extends SequenceRoutes {
  @Get()
  @ApiOperation({ summary: 'The sequences of a brand, or all, sorted by id' })
  @ApiPage(SequenceAnswer)
  @ApiProblems(400, 404)
  list(@Query() { brandId, limit, cursor }: SequencesQuery): Promise<Page<SequenceAnswer>> {
    return this.sequences.list({ brandId }, limit, cursor);
  }
}

@RetailerRoutes('sequences')
export class RetailerSequencesController extends SequenceRoutes {
  @Get()
  @ApiOperation({ summary: 'The sequences of the store, or of one brand, sorted by id' })
  @ApiPage(SequenceAnswer)
  @ApiProblems(400, 404)
  list(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Query() { brandId, limit, cursor }: SequencesQuery,
  ): Promise<Page<SequenceAnswer>> {
    return this.sequences.list({ retailerId, brandId }, limit, cursor);
  }
}
