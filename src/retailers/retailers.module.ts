import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { BrandChangesService } from './brand-changes.service.js';
import { BrandsRepository } from './brands.repository.js';
import { BrandsService } from './brands.service.js';
import { CredentialsRepository } from './credentials.repository.js';
import { FlagsService } from './flags.service.js';
import { MultipassSecretRepository } from './multipass-secret.repository.js';
import { PlatformLabelsService } from './platform-labels.service.js';
import { RetailersPersonalDataService } from './retailers-personal-data.service.js';
import { RetailersRepository } from './retailers.repository.js';
import { RetailersService } from './retailers.service.js';

@Module({
  imports: [PersonalDataModule],
  providers: [
    RetailersRepository,
    RetailersService,
    BrandChangesService,
    BrandsRepository,
    BrandsService,
    CredentialsRepository,
    FlagsService,
    MultipassSecretRepository,
    PlatformLabelsService,
    RetailersPersonalDataService,
  ],
  exports: [
    RetailersService,
    BrandChangesService,
    BrandsService,
    RetailersRepository,
    CredentialsRepository,
    FlagsService,
    MultipassSecretRepository,
    PlatformLabelsService,
  ],
})
export class RetailersModule {}
