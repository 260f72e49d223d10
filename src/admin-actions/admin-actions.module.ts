import { Module } from '@nestjs/common';
import { PersonalDataModule } from '../personal-data/personal-data.module.js';
import { AdminActionsPersonalDataService } from './admin-actions-personal-data.service.js';
import { AdminActionsRepository } from './admin-actions.repository.js';
import { AdminActionsService } from './admin-actions.service.js';
import { AdminActionsSweep } from './admin-actions.sweep.js';

/** The log of actions of admins. Every process needs it, because workers delete expired entries. */
@Module({
  imports: [PersonalDataModule],
  providers: [AdminActionsRepository, AdminActionsService, AdminActionsPersonalDataService, AdminActionsSweep],
  exports: [AdminActionsService],
})
export class AdminActionsModule {}
