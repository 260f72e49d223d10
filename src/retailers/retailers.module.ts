import { Module } from '@nestjs/common';
import { SecretBox } from '#libs/crypto';
import { Runtime } from '../config/runtime.js';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { BackfillRepository } from './backfill.repository.js';
import { BackfillsService } from './backfills.service.js';
import { CredentialsRepository } from './credentials.repository.js';
import { InstallationsService } from './installations.service.js';
import { RetailersPersonalData } from './retailers.personal-data.js';
import { RetailersRepository } from './retailers.repository.js';
import { RetailersService } from './retailers.service.js';

@Module({
  imports: [PersonalDataModule],
  providers: [
    RetailersRepository,
    RetailersService,
    CredentialsRepository,
    BackfillRepository,
    InstallationsService,
    BackfillsService,
    RetailersPersonalData,
    {
      provide: SecretBox,
      inject: [Runtime],
      useFactory: ({ config }: Runtime) => new SecretBox(config.encryptionKeys.map((key) => key.toString('base64'))),
    },
  ],
  exports: [RetailersService, InstallationsService, BackfillsService],
})
export class RetailersModule {}
