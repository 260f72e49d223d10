import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PersonalDataService, type PersonalDataSource } from '../personal-data/personal-data.service.js';

/** The log contains operators of the service and ids of resources, never a customer. */
@Injectable()
export class AdminActionsPersonalDataService implements PersonalDataSource, OnModuleInit {
  readonly name = 'admin-actions';
  readonly layer = 'feature';
  readonly tables = [];
  readonly survives = {
    admin_actions: 'proof of what admins did to the store, for 400 days; contains only ids of the store',
  };
  readonly operators = ['admin_actions.subject'];

  constructor(private readonly personalData: PersonalDataService) {}

  onModuleInit(): void {
    this.personalData.register(this);
  }
}
