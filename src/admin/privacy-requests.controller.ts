import { Get, Param, Query, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { PrivacyRequestAnswer } from '../privacy/privacy-request.dto.js';
import { PrivacyService } from '../privacy/privacy.service.js';
import { AdminController } from '../admin-actions/admin-controller.decorator.js';
import { ApiPage } from '../api/page.dto.js';
import { EXPORT_EXAMPLE, PrivacyRequestsQuery } from './dto/privacy-requests.dto.js';

@AdminController('privacy-requests')
export class PrivacyRequestsController {
  constructor(private readonly privacy: PrivacyService) {}

  @Get()
  @ApiOperation({ summary: 'Requests about personal data with their receipts, newest first' })
  @ApiPage(PrivacyRequestAnswer)
  @ApiProblems(400)
  list(@Query() { retailerId, limit, cursor }: PrivacyRequestsQuery): Promise<Page<PrivacyRequestAnswer>> {
    return this.privacy.list(retailerId, limit, cursor);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A request about personal data and its receipt' })
  @ApiOkResponse({ type: PrivacyRequestAnswer })
  @ApiProblems(404)
  get(@Param('id') id: string): Promise<PrivacyRequestAnswer> {
    return this.privacy.get(id);
  }

  @Get(':id/export')
  @ApiOperation({ summary: 'The file with the data of a person, for the merchant to pass on' })
  @ApiOkResponse({
    description: 'All data that the service holds about the person',
    content: { 'application/json': { schema: { type: 'object' }, example: EXPORT_EXAMPLE } },
    headers: { 'Content-Disposition': { schema: { type: 'string' }, description: 'attachment; filename="…"' } },
  })
  @ApiProblems(404, 409, 410)
  async export(@Param('id') id: string): Promise<StreamableFile> {
    const content = Buffer.from(await this.privacy.export(id));
    const disposition = `attachment; filename="personal-data-${id.toLowerCase()}.json"`;
    return new StreamableFile(content, {
      type: 'application/json; charset=utf-8',
      disposition,
      length: content.length,
    });
  }
}
