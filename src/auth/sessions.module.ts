import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../privacy/registry/personal-data.module.js';
import { SessionsPersonalData } from './sessions.personal-data.js';
import { SessionsRepository } from './sessions.repository.js';

/** The tables of sessions, for every process: workers erase from them. */
@Module({
  imports: [PersonalDataModule],
  providers: [SessionsRepository, SessionsPersonalData],
  exports: [SessionsRepository],
})
export class SessionsModule {}
