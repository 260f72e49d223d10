import { Module } from '@nestjs/common';
import { SecretBox } from '#libs/crypto';
import { Runtime } from '../config/runtime.js';
import { BackfillRepository } from './backfill.repository.js';
import { BackfillsService } from './backfills.service.js';
import { BrandsRepository } from './brands.repository.js';
import { BrandsService } from './brands.service.js';
import { CredentialsRepository } from './credentials.repository.js';
import { InstallationsService } from './installations.service.js';
import { RetailersRepository } from './retailers.repository.js';
import { RetailersService } from './retailers.service.js';

@Module({
  providers: [
    RetailersRepository,
    RetailersService,
    BrandsRepository,
    BrandsService,
    CredentialsRepository,
    BackfillRepository,
    InstallationsService,
    BackfillsService,
    {
      provide: SecretBox,
      inject: [Runtime],
      useFactory: ({ config }: Runtime) => new SecretBox(config.encryptionKeys.map((key) => key.toString('base64'))),
    },
  ],
  exports: [RetailersService, BrandsService, InstallationsService, BackfillsService],
})
export class RetailersModule {}
