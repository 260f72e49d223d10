import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { AdminActionsRepository } from './admin-actions.repository.js';

/** Deletes actions after 400 days. */
@Injectable()
export class AdminActionsSweep implements OnModuleInit {
  constructor(
    private readonly repository: AdminActionsRepository,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('admin-actions', () => this.repository.deleteExpired());
  }
}
