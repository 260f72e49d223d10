import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { BackfillRepository } from './backfill.repository.js';
import { BackfillsService } from './backfills.service.js';
import { BrandsRepository } from './brands.repository.js';
import { BrandsService } from './brands.service.js';
import { CredentialsRepository } from './credentials.repository.js';
import { InstallationsService } from './installations.service.js';
import { MultipassSecretRepository } from './multipass-secret.repository.js';
import { RetailersPersonalDataService } from './retailers-personal-data.service.js';
import { RetailersRepository } from './retailers.repository.js';
import { RetailersService } from './retailers.service.js';

@Module({
  imports: [PersonalDataModule],
  providers: [
    RetailersRepository,
    RetailersService,
    BrandsRepository,
    BrandsService,
    CredentialsRepository,
    BackfillRepository,
    MultipassSecretRepository,
    InstallationsService,
    BackfillsService,
    RetailersPersonalDataService,
  ],
  exports: [RetailersService, BrandsService, InstallationsService, BackfillsService, MultipassSecretRepository],
})
export class RetailersModule {}
