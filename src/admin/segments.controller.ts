import { Body, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { SegmentationService } from '../segmentation/segmentation.service.js';
import { AdminController, ApiIdempotent } from './admin-controller.decorator.js';
import { ApiPage, PageQuery } from '../api/page.dto.js';
import {
  MemberAnswer,
  SegmentAnswer,
  SegmentsQuery,
  UpsertSegmentsAnswer,
  UpsertSegmentsBody,
} from './dto/segments.dto.js';

@AdminController('segments')
export class SegmentsController {
  constructor(private readonly segmentation: SegmentationService) {}

  @Post('upsert')
  @HttpCode(200)
  @ApiOperation({ summary: 'Create and change segments of a brand, all or none' })
  @ApiIdempotent()
  @ApiOkResponse({ type: UpsertSegmentsAnswer })
  @ApiProblems(404)
  async upsert(@Body() { brandId, segments, dryRun = false }: UpsertSegmentsBody): Promise<UpsertSegmentsAnswer> {
    return { brandId, dryRun, segments: await this.segmentation.upsert(brandId, segments, dryRun) };
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

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a segment with its memberships' })
  @ApiNoContentResponse()
  @ApiProblems(404)
  delete(@Param('id') id: string): Promise<void> {
    return this.segmentation.delete(id);
  }

  @Get(':id/members')
  @ApiOperation({ summary: 'Who is in a segment' })
  @ApiPage(MemberAnswer)
  @ApiProblems(400, 404)
  members(@Param('id') id: string, @Query() { limit, cursor }: PageQuery): Promise<Page<MemberAnswer>> {
    return this.segmentation.members(id, limit, cursor);
  }
}
