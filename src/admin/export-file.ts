import { applyDecorators, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { EXPORT_EXAMPLE } from './dto/privacy-requests.dto.js';

/** An answer with the file of a request for data. */
export const ExportFile = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({ summary: 'The file with the data of a person, for the merchant to pass on' }),
    ApiOkResponse({
      description: 'All data that the service holds about the person',
      content: { 'application/json': { schema: { type: 'object' }, example: EXPORT_EXAMPLE } },
      headers: { 'Content-Disposition': { schema: { type: 'string' }, description: 'attachment; filename="…"' } },
    }),
    ApiProblems(404, 409, 410),
  );

export function exportFile(requestId: string, json: string): StreamableFile {
  const content = Buffer.from(json);
  return new StreamableFile(content, {
    type: 'application/json; charset=utf-8',
    disposition: `attachment; filename="personal-data-${requestId.toLowerCase()}.json"`,
    length: content.length,
  });
}
