import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { IssuedTokensRepository } from './issued-tokens.repository.js';
import { ModuleTokenRecordsService } from './module-token-records.service.js';
import { SessionsPersonalDataService } from './sessions-personal-data.service.js';
import { SessionsRepository } from './sessions.repository.js';

/** The tables of sessions. Every process needs them, because workers erase personal data from them. */
@Module({
  imports: [PersonalDataModule],
  providers: [SessionsRepository, IssuedTokensRepository, ModuleTokenRecordsService, SessionsPersonalDataService],
  exports: [SessionsRepository, IssuedTokensRepository, ModuleTokenRecordsService],
})
export class SessionsModule {}
