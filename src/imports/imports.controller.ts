import { Readable } from 'node:stream';
import { Body, Get, HttpCode, Injectable, Param, Post, Put, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
} from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminController, ApiIdempotent } from '../admin-actions/admin-controller.decorator.js';
import { RetailerId } from '../admin-actions/retailer-id.decorator.js';
import { ForOwners, RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { ApiPage, PageQuery } from '../api/page.dto.js';
import { PreferWait } from '../api/prefer-wait.js';
import { ImportUploadsService } from './import-uploads.service.js';
import { HistoryImportAnswer, importAnswer, NewImportBody, shownImportAnswer, StartImportBody } from './imports.dto.js';
import { ImportsService } from './imports.service.js';
import { fileOf } from './file-request.js';

const ApiWait = () =>
  ApiHeader({ name: 'Prefer', required: false, description: '`wait=N` (at most 30) waits N seconds for the end' });

@Injectable()
abstract class ImportRoutes {
  constructor(
    private readonly imports: ImportsService,
    private readonly uploads: ImportUploadsService,
  ) {}

  @Get()
  @ApiOperation({ summary: 'The imports of history of a retailer, newest first; kept for 30 days' })
  @ApiPage(HistoryImportAnswer)
  @ApiProblems(400, 404)
  async list(@RetailerId() id: string, @Query() { limit, cursor }: PageQuery): Promise<Page<HistoryImportAnswer>> {
    const page = await this.imports.list(id, limit, cursor);
    return { ...page, items: page.items.map((found) => importAnswer(found)) };
  }

  @Post()
  @ForOwners()
  @HttpCode(201)
  @ApiIdempotent()
  @ApiOperation({
    summary: 'Begin an import of orders, customers or consents of another system',
    description: 'Next, PUT the file and POST start. Nothing of an import starts an email.',
  })
  @ApiCreatedResponse({ type: HistoryImportAnswer })
  @ApiProblems(404, 409, 422)
  async create(
    @RetailerId() id: string,
    @Body() { kind, source, format, mapping = {} }: NewImportBody,
  ): Promise<HistoryImportAnswer> {
    const { found } = await this.imports.create(id, { kind, source, format, mapping });
    return importAnswer(found);
  }

  @Get(':importId')
  @ApiOperation({ summary: 'An import with its progress, its counts and a preview of its file' })
  @ApiOkResponse({ type: HistoryImportAnswer })
  @ApiProblems(404)
  async one(@RetailerId() id: string, @Param('importId') importId: string): Promise<HistoryImportAnswer> {
    return shownImportAnswer(await this.imports.shown(id, importId));
  }

  @Put(':importId/file')
  @ForOwners()
  @HttpCode(202)
  @RouteConfig({ streamBody: true })
  @ApiOperation({
    summary: 'Send the file of an import',
    description:
      'CSV with a header line, or JSON lines, as the import says; UTF-8, UTF-16 or Windows-1252, also with ' +
      '`Content-Encoding: gzip`. At most `STREAMED_BODY_MB` megabytes (10,240), also after decompression. A file that ' +
      'breaks off may be sent again. Until the import is started, also after a dry run, another file replaces it. An erasure of any person deletes a file that waits, also after a dry run, because the ' +
      'file may name them: the import is cancelled then and says so.',
  })
  @ApiConsumes('text/csv', 'application/x-ndjson')
  @ApiBody({
    schema: { type: 'string', example: 'orderId,email,total,orderedAt\n1001,ada@example.com,12.50,2025-03-01\n' },
  })
  @ApiAcceptedResponse({ type: HistoryImportAnswer, description: 'The bytes are stored; the answer has a preview' })
  @ApiProblems(400, 404, 408, 409, 413, 415)
  async file(
    @RetailerId() id: string,
    @Param('importId') importId: string,
    @Req() request: FastifyRequest,
  ): Promise<HistoryImportAnswer> {
    const found = await this.imports.ofInstalled(id, importId);
    await this.uploads.receive(found, fileOf(request, found.format));
    return this.one(id, importId);
  }

  @Post(':importId/start')
  @ForOwners()
  @HttpCode(202)
  @ApiIdempotent()
  @ApiOperation({ summary: 'Start an import whose file has arrived, or a dry run of it' })
  @ApiWait()
  @ApiAcceptedResponse({ type: HistoryImportAnswer })
  @ApiOkResponse({ type: HistoryImportAnswer, description: 'With `Prefer: wait`: the run is over' })
  @ApiProblems(404, 409, 422)
  async start(
    @RetailerId() id: string,
    @Param('importId') importId: string,
    @Body() { dryRun, mapping }: StartImportBody,
    @PreferWait() waitSeconds: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<HistoryImportAnswer> {
    await this.imports.start(id, importId, dryRun ?? false, mapping);
    return this.afterwards(id, importId, waitSeconds, reply);
  }

  @Post(':importId/cancel')
  @ForOwners()
  @HttpCode(202)
  @ApiIdempotent()
  @ApiOperation({
    summary: 'End an import; its file is deleted',
    description: 'Lines that are written stay. An undo takes them back.',
  })
  @ApiAcceptedResponse({ type: HistoryImportAnswer })
  @ApiProblems(404, 409)
  async cancel(@RetailerId() id: string, @Param('importId') importId: string): Promise<HistoryImportAnswer> {
    await this.imports.cancel(id, importId);
    return this.one(id, importId);
  }

  @Post(':importId/undo')
  @ForOwners()
  @HttpCode(202)
  @ApiIdempotent()
  @ApiOperation({
    summary: 'Take back all that an import has written',
    description: 'Orders and customers become what they were before it. What has changed since stays.',
  })
  @ApiWait()
  @ApiAcceptedResponse({ type: HistoryImportAnswer })
  @ApiOkResponse({ type: HistoryImportAnswer, description: 'With `Prefer: wait`: it is undone' })
  @ApiProblems(404, 409)
  async undo(
    @RetailerId() id: string,
    @Param('importId') importId: string,
    @PreferWait() waitSeconds: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<HistoryImportAnswer> {
    await this.imports.undo(id, importId);
    return this.afterwards(id, importId, waitSeconds, reply);
  }

  @Get(':importId/refused.csv')
  @ApiOperation({ summary: 'The lines of an import that were not taken, with the reason; kept for 30 days' })
  @ApiProduces('text/csv')
  @ApiOkResponse({
    schema: {
      type: 'string',
      example: 'line,reason,text,pointer,code\n7,"An amount is not negative.","9,-1",/total,negative_amount\n',
    },
  })
  @ApiProblems(404)
  async refused(@RetailerId() id: string, @Param('importId') importId: string): Promise<StreamableFile> {
    const lines = await this.imports.refused(id, importId);
    return new StreamableFile(Readable.from(lines, { objectMode: false }), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="refused.csv"',
    });
  }

  private async afterwards(id: string, importId: string, waitSeconds: number, reply: FastifyReply) {
    const shown = await this.imports.shown(id, importId, waitSeconds);
    void reply.code(shown.found.state !== 'running' && waitSeconds > 0 ? 200 : 202);
    return shownImportAnswer(shown);
  }
}

/** Imports of the history that other systems have of a retailer's customers. */
@AdminController('retailers/:id/imports')
export class ImportsController extends ImportRoutes {}

/** Imports of history into the caller's store. */
@RetailerRoutes('imports')
export class RetailerImportsController extends ImportRoutes {}
