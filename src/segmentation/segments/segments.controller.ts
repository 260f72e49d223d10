import { Readable } from 'node:stream';
import { Body, Delete, Get, HttpCode, Injectable, Param, Patch, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiProduces } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { SegmentExplanationsService } from './segment-explanations.service.js';
import { MemberAnswer } from '../membership/member.dto.js';
import { SegmentMembersService } from '../membership/segment-members.service.js';
import { SegmentRenamesService } from './segment-renames.service.js';
import { SegmentPreviewsService } from './segment-previews.service.js';
import { SegmentationService } from './segmentation.service.js';
import { AdminController, ApiIdempotent } from '../../admin-actions/admin-controller.decorator.js';
import { ForOwners, RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import {
  EstimateSegmentBody,
  ExplainQuery,
  ExplanationAnswer,
  MembersCsvQuery,
  MembersQuery,
  SegmentEstimateAnswer,
  SegmentPreviewAnswer,
  PreviewSegmentBody,
} from './segment-insight.dto.js';
import { ApiPage } from '../../api/page.dto.js';
import { PreferWait } from '../../api/prefer-wait.js';
import {
  RenameSegmentBody,
  SegmentAnswer,
  SegmentsQuery,
  UpsertSegmentsAnswer,
  UpsertSegmentsBody,
} from './segments.dto.js';

@Injectable()
abstract class SegmentRoutes {
  constructor(
    private readonly segmentation: SegmentationService,
    private readonly memberLists: SegmentMembersService,
    private readonly previews: SegmentPreviewsService,
    private readonly explanations: SegmentExplanationsService,
    private readonly renames: SegmentRenamesService,
  ) {}

  @Post('upsert')
  @HttpCode(200)
  @ApiOperation({ summary: 'Create and change segments of a brand, all or none' })
  @ApiIdempotent()
  @ApiHeader({ name: 'Prefer', required: false, description: '`wait=N` (at most 30 seconds) waits for the evaluation' })
  @ApiOkResponse({ type: UpsertSegmentsAnswer })
  @ApiProblems(404)
  async upsert(
    @Body() { brandId, segments, dryRun = false }: UpsertSegmentsBody,
    @PreferWait() waitSeconds: number,
  ): Promise<UpsertSegmentsAnswer> {
    return { brandId, dryRun, segments: await this.segmentation.upsert(brandId, segments, dryRun, waitSeconds) };
  }

  @Post('preview')
  @HttpCode(200)
  @ApiOperation({ summary: 'Who would be in a segment with these criteria, now or at another instant; saves nothing' })
  @ApiIdempotent()
  @ApiOkResponse({ type: SegmentPreviewAnswer })
  @ApiProblems(404)
  preview(@Body() { brandId, criteria, asOf }: PreviewSegmentBody): Promise<SegmentPreviewAnswer> {
    return this.previews.preview(brandId, criteria, asOf);
  }

  @Post('estimate')
  @HttpCode(200)
  @ApiOperation({ summary: 'About how many would be in a segment now, from a few thousand customers; saves nothing' })
  @ApiIdempotent()
  @ApiOkResponse({ type: SegmentEstimateAnswer })
  @ApiProblems(404)
  estimate(@Body() { brandId, criteria }: EstimateSegmentBody): Promise<SegmentEstimateAnswer> {
    return this.previews.estimate(brandId, criteria);
  }

  @Get()
  @ApiOperation({ summary: "A brand's segments by name" })
  @ApiPage(SegmentAnswer)
  @ApiProblems(400, 404)
  list(@Query() { brandId, limit, cursor }: SegmentsQuery): Promise<Page<SegmentAnswer>> {
    return this.segmentation.list(brandId, limit, cursor);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A segment' })
  @ApiOkResponse({ type: SegmentAnswer })
  @ApiProblems(404)
  get(@Param('id') id: string): Promise<SegmentAnswer> {
    return this.segmentation.get(id);
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Rename a segment; the former name still leads to it, in upserts and in sequences' })
  @ApiOkResponse({ type: SegmentAnswer })
  @ApiProblems(400, 404, 409, 413, 415, 422)
  async rename(@Param('id') id: string, @Body() { name }: RenameSegmentBody): Promise<SegmentAnswer> {
    await this.renames.rename(id, name);
    return this.segmentation.get(id);
  }

  @Delete(':id')
  @ForOwners()
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a segment with its memberships' })
  @ApiNoContentResponse()
  @ApiProblems(404)
  delete(@Param('id') id: string): Promise<void> {
    return this.segmentation.delete(id);
  }

  @Get(':id/members')
  @ApiOperation({ summary: 'Who is in a segment, or was at an instant' })
  @ApiPage(MemberAnswer)
  @ApiProblems(400, 404)
  members(@Param('id') id: string, @Query() { at, limit, cursor }: MembersQuery): Promise<Page<MemberAnswer>> {
    return this.memberLists.page(id, at, limit, cursor);
  }

  @Get(':id/members.csv')
  @ApiOperation({ summary: 'The same as CSV, all of them; formulas are made harmless' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiProblems(400, 404)
  async csv(@Param('id') id: string, @Query() { at }: MembersCsvQuery): Promise<StreamableFile> {
    return csvFile(await this.memberLists.csv(id, at));
  }

  @Get(':id/explain')
  @ApiOperation({ summary: 'Why a customer is in the segment or not, and when time changes it' })
  @ApiOkResponse({ type: ExplanationAnswer })
  @ApiProblems(400, 404, 409)
  explain(@Param('id') id: string, @Query() { customer }: ExplainQuery): Promise<ExplanationAnswer> {
    return this.explanations.explain(id, customer);
  }
}

const csvFile = (lines: AsyncIterable<string>): StreamableFile =>
  new StreamableFile(Readable.from(lines, { objectMode: false }), {
    type: 'text/csv; charset=utf-8',
    disposition: 'attachment; filename="members.csv"',
  });

@AdminController('segments')
export class SegmentsController extends SegmentRoutes {}

@RetailerRoutes('segments')
export class RetailerSegmentsController extends SegmentRoutes {}
