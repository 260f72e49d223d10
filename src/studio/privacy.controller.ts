import { Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, type Page } from '#libs/kernel';
import { exportFile, ExportFile } from '../admin/export-file.js';
import { ForOwners, RetailerRoutes } from '../admin-actions/retailer-routes.decorator.js';
import { ApiPage, PageQuery } from '../api/page.dto.js';
import { CurrentCaller } from '../auth/caller.decorator.js';
import type { RetailerCaller } from '../auth/token-rules.js';
import { PrivacyRequestAnswer } from '../privacy/privacy-request.dto.js';
import { PrivacyService } from '../privacy/privacy.service.js';

@ForOwners()
@RetailerRoutes('privacy-requests')
export class RetailerPrivacyRequestsController {
  constructor(private readonly privacy: PrivacyService) {}

  @Get()
  @ApiOperation({ summary: 'Requests about personal data of the store with their receipts, newest first' })
  @ApiPage(PrivacyRequestAnswer)
  @ApiProblems(400)
  list(
    @CurrentCaller() { retailerId }: RetailerCaller,
    @Query() { limit, cursor }: PageQuery,
  ): Promise<Page<PrivacyRequestAnswer>> {
    return this.privacy.list(retailerId, limit, cursor);
  }

  @Get(':id')
  @ApiOperation({ summary: 'A request about personal data and its receipt' })
  @ApiOkResponse({ type: PrivacyRequestAnswer })
  @ApiProblems(404)
  get(@CurrentCaller() { retailerId }: RetailerCaller, @Param('id') id: string): Promise<PrivacyRequestAnswer> {
    return this.privacy.get(id, retailerId);
  }

  @Get(':id/export')
  @ExportFile()
  async export(@CurrentCaller() { retailerId }: RetailerCaller, @Param('id') id: string): Promise<StreamableFile> {
    await this.privacy.get(id, retailerId);
    return exportFile(id, await this.privacy.export(id));
  }
}
