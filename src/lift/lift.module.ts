import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { LiftPersonalDataService } from './lift-personal-data.service.js';

/** Experiments: who is held back, and what both groups do. */
@Module({ imports: [PersonalDataModule], providers: [LiftPersonalDataService] })
export class LiftModule {}
