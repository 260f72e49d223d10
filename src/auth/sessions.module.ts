import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { IssuedTokensRepository } from './issued-tokens.repository.js';
import { ModuleTokenRecords } from './module-token-records.service.js';
import { SessionsPersonalData } from './sessions.personal-data.js';
import { SessionsRepository } from './sessions.repository.js';

/** The tables of sessions, for every process: workers erase from them. */
@Module({
  imports: [PersonalDataModule],
  providers: [SessionsRepository, IssuedTokensRepository, ModuleTokenRecords, SessionsPersonalData],
  exports: [SessionsRepository, IssuedTokensRepository, ModuleTokenRecords],
})
export class SessionsModule {}
