import { Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { PrivacyRequestAnswer } from '../privacy/privacy-request.dto.js';
import { PrivacyService } from '../privacy/privacy.service.js';
import { AdminController } from '../admin-actions/admin-controller.decorator.js';
import { exportFile, ExportFile } from './export-file.js';
import { ApiPage } from '../api/page.dto.js';
import { PrivacyRequestsQuery } from './dto/privacy-requests.dto.js';

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
  @ExportFile()
  async export(@Param('id') id: string): Promise<StreamableFile> {
    return exportFile(id, await this.privacy.export(id));
  }
}
