import { Readable } from 'node:stream';
import {
  Body,
  Delete,
  Get,
  Headers,
  HttpCode,
  Injectable,
  Param,
  Post,
  Query,
  Req,
  Res,
  StreamableFile,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiAcceptedResponse,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
} from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminController, ApiIdempotent } from '../../admin-actions/admin-controller.decorator.js';
import { ForOwners, RetailerRoutes } from '../../admin-actions/retailer-routes.decorator.js';
import { RetailerId } from '../../admin-actions/retailer-id.decorator.js';
import { ApiPage, PageQuery } from '../../api/page.dto.js';
import { PreferWait } from '../../api/prefer-wait.js';
import { RetailersService } from '../../retailers/retailers.service.js';
import { SuppressionUploadsService } from './suppression-uploads.service.js';
import {
  importAnswer,
  SuppressionAnswer,
  SuppressionBody,
  SuppressionImportAnswer,
  SuppressionQuery,
  SuppressionsQuery,
} from './suppressions.dto.js';
import { SuppressionsService } from './suppressions.service.js';
import { uploadOf } from './upload-request.js';

@Injectable()
abstract class SuppressionRoutes {
  constructor(
    private readonly suppressions: SuppressionsService,
    private readonly uploads: SuppressionUploadsService,
    private readonly retailers: RetailersService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'The addresses that get no emails of a retailer',
    description:
      '`format=csv` exports all of them; formulas are made harmless. Addresses of erased persons are left out.',
  })
  @ApiProduces('application/json', 'text/csv')
  @ApiPage(SuppressionAnswer)
  @ApiProblems(400, 404)
  async list(
    @RetailerId() id: string,
    @Query() { format, limit, cursor }: SuppressionsQuery,
  ): Promise<Page<SuppressionAnswer> | StreamableFile> {
    if (format === 'csv') return csvFile(await this.suppressions.csv(id), 'suppressions.csv');
    return this.suppressions.list(id, limit, cursor);
  }

  @Post()
  @ApiOperation({ summary: 'Suppress an address; a complaint or a dead mailbox keeps its reason' })
  @ApiIdempotent()
  @ApiCreatedResponse({ type: SuppressionAnswer, description: 'The address is suppressed now' })
  @ApiOkResponse({ type: SuppressionAnswer, description: 'The address was suppressed before' })
  @ApiProblems(404)
  async add(
    @RetailerId() id: string,
    @Body() { email, reason }: SuppressionBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuppressionAnswer> {
    const { isNew, suppression } = await this.suppressions.add(id, email, reason);
    void reply.code(isNew ? 201 : 200);
    return suppression;
  }

  @Delete()
  @ForOwners()
  @HttpCode(204)
  @ApiOperation({ summary: 'Remove a suppression; a customer who unsubscribed stays unsubscribed' })
  @ApiNoContentResponse()
  @ApiProblems(400, 404)
  remove(@RetailerId() id: string, @Query() { email }: SuppressionQuery): Promise<void> {
    return this.suppressions.remove(id, email);
  }

  @Post('import')
  @HttpCode(202)
  @RouteConfig({ streamBody: true })
  @ApiIdempotent()
  @ApiOperation({
    summary: 'Suppress all addresses of a list',
    description:
      'CSV with the header `email,reason`, or JSON lines `{ "email", "reason" }`; UTF-8, UTF-16 or Latin-1, also with ' +
      '`Content-Encoding: gzip`. At most `STREAMED_BODY_MB` megabytes (10,240), also after decompression. The upload may ' +
      'take as long as bytes arrive. Repeating a list changes nothing. At the end the file is read again, and `proof` ' +
      'says for how many of its lines the address could still get emails.',
  })
  @ApiHeader({ name: 'Prefer', required: false, description: '`wait=N` (at most 30) waits N seconds for the end' })
  @ApiConsumes('text/csv', 'application/x-ndjson')
  @ApiBody({ schema: { type: 'string', example: 'email,reason\nada@example.com,complaint\n' } })
  @ApiAcceptedResponse({ type: SuppressionImportAnswer, description: 'The bytes are stored and are being read' })
  @ApiOkResponse({ type: SuppressionImportAnswer, description: 'With `Prefer: wait`: the import is over' })
  @ApiProblems(400, 404, 408, 409, 413, 415, 422)
  async import(
    @RetailerId() given: string,
    @Headers('idempotency-key') key: string | undefined,
    @PreferWait() waitSeconds: number,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SuppressionImportAnswer> {
    const { id } = await this.retailers.get(given);
    const importId = await this.uploads.receive({ retailerId: id, ...uploadOf(request, key) });
    const found = await this.suppressions.import(id, importId, waitSeconds);
    void reply.code(found.finishedAt && waitSeconds > 0 ? 200 : 202);
    return importAnswer(found);
  }

  @Get('imports')
  @ApiOperation({ summary: 'The imports of a retailer, newest first; kept for 30 days' })
  @ApiPage(SuppressionImportAnswer)
  @ApiProblems(400, 404)
  async allImports(
    @RetailerId() id: string,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<Page<SuppressionImportAnswer>> {
    const page = await this.suppressions.allImports(id, limit, cursor);
    return { ...page, items: page.items.map(importAnswer) };
  }

  @Get('imports/:importId')
  @ApiOperation({ summary: 'The progress of an import' })
  @ApiOkResponse({ type: SuppressionImportAnswer })
  @ApiProblems(404)
  async progress(@RetailerId() id: string, @Param('importId') importId: string): Promise<SuppressionImportAnswer> {
    return importAnswer(await this.suppressions.import(id, importId));
  }

  @Get('imports/:importId/refused.csv')
  @ApiOperation({ summary: 'The lines of an import that were not taken, with the reason; kept for 30 days' })
  @ApiProduces('text/csv')
  @ApiOkResponse({
    schema: {
      type: 'string',
      example: 'line,reason,text,code\n7,This is not an email address.,nobody,not_an_address\n',
    },
  })
  @ApiProblems(404)
  async refused(@RetailerId() id: string, @Param('importId') importId: string): Promise<StreamableFile> {
    return csvFile(await this.suppressions.refused(id, importId), 'refused.csv');
  }
}

const csvFile = (lines: AsyncIterable<string>, name: string): StreamableFile =>
  new StreamableFile(Readable.from(lines, { objectMode: false }), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}"`,
  });

/** The addresses that get no emails of a retailer. */
@AdminController('retailers/:id/suppressions')
export class SuppressionsController extends SuppressionRoutes {}

/** The addresses that get no emails of the caller's store. */
@RetailerRoutes('suppressions')
export class RetailerSuppressionsController extends SuppressionRoutes {}
