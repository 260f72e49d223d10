import { Controller, Post, Query, UseGuards } from '@nestjs/common';
import { Database } from '#libs/database';
import { JobProducer } from '#libs/queue';
import { InstallationsService } from '../../../src/stores/installations.service.js';
import { FilesSignedQueryGuard } from './signed-query.guard.js';

/** The route to which a merchant is redirected after granting access. */
@Controller('platform-files/install')
export class FilesInstallController {
  constructor(
    private readonly database: Database,
    private readonly installations: InstallationsService,
    private readonly jobs: JobProducer,
  ) {}

  @Post()
  @UseGuards(FilesSignedQueryGuard)
  async install(@Query('store') externalId: string): Promise<{ retailerId: string }> {
    const credentials = {
      accessToken: 'none',
      refreshToken: null,
      expiresAt: null,
      refreshExpiresAt: null,
      issuedAt: new Date(),
      scopes: [],
    };
    const retailerId = await this.database.transactionAcrossRetailers((tx) =>
      this.installations.install(tx, { platform: 'platform-files', externalId, missingScopes: [], credentials }),
    );
    this.jobs.enqueue('stores.set-up', { retailerId });
    return { retailerId };
  }
}
