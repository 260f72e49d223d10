import { Get, Headers, Injectable, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiParam, ApiProduces, ApiResponse } from '@nestjs/swagger';
import { ApiProblems, isKnownTag } from '#libs/kernel';
import type { FastifyReply } from 'fastify';
import { AdminController } from '../admin-actions/admin-controller.decorator.js';
import { RetailerId } from '../admin-actions/retailer-id.decorator.js';
import { ForOwners, RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { EXPORT_KINDS, exportKind } from './export-table.js';
import { ExportQuery } from './exports.dto.js';
import { ExportsService } from './exports.service.js';
import { acceptedFormat, ENCODINGS } from './formats/formats.js';

@Injectable()
abstract class ExportRoutes {
  constructor(private readonly exports: ExportsService) {}

  @Get(':kind')
  @ForOwners()
  @ApiOperation({
    summary: 'All customers, orders, members of a segment, executions or results as a file',
    description:
      'The rows are those of one instant. The file is streamed: it may have any size, and a connection that breaks ' +
      'before its end is an incomplete file. In CSV, formulas are made harmless, and a list is a JSON array. Amounts ' +
      'are decimals. At most a few exports run at once (429).',
  })
  @ApiParam({ name: 'kind', enum: EXPORT_KINDS })
  @ApiHeader({ name: 'Accept', required: false, description: 'The media type of a format' })
  @ApiHeader({ name: 'If-None-Match', required: false, description: 'The `ETag` of an export that is at hand' })
  @ApiProduces(...Object.values(ENCODINGS).map(({ mediaType }) => mediaType))
  @ApiOkResponse({
    schema: { type: 'string', format: 'binary' },
    headers: {
      'Content-Disposition': { schema: { type: 'string' }, description: 'attachment; filename="…"' },
      ETag: { schema: { type: 'string' }, description: 'Equal while nothing has changed; not for `results`' },
    },
  })
  @ApiResponse({ status: 304, description: 'Nothing has changed since the export of `If-None-Match`' })
  @ApiProblems(400, 404, 429)
  async export(
    @RetailerId() id: string,
    @Param('kind') given: string,
    @Query() { format, segmentId }: ExportQuery,
    @Headers('accept') accept: string | undefined,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const kind = exportKind(given);
    const chosen = format ?? acceptedFormat(accept);
    const { stream, tag } = await this.exports.start(id, { kind, format: chosen, segmentId });
    void reply.header('vary', 'accept').header('cache-control', 'private, no-cache');
    if (tag !== null) void reply.header('etag', tag);
    if (tag !== null && isKnownTag(known, tag)) {
      stream.destroy();
      void reply.code(304);
      return undefined;
    }
    const disposition = `attachment; filename="${kind}.${chosen}"`;
    return new StreamableFile(stream, { type: ENCODINGS[chosen].contentType, disposition });
  }
}

/** Files of a retailer's data. */
@AdminController('retailers/:id/export')
export class ExportsController extends ExportRoutes {}

/** Files of the data of the caller's store. */
@RetailerRoutes('export')
export class RetailerExportsController extends ExportRoutes {}
