import { Injectable } from '@nestjs/common';
import type { Page } from '#libs/kernel';
import type { ActionAnswer } from './action.dto.js';
import { type ActionFilter, AdminActionsRepository, type NewAction } from './admin-actions.repository.js';

export type { NewAction } from './admin-actions.repository.js';

/** The log of actions of admins. An entry is never changed. */
@Injectable()
export class AdminActionsService {
  constructor(private readonly repository: AdminActionsRepository) {}

  append(action: NewAction): Promise<void> {
    return this.repository.append(action);
  }

  /** Newest first. */
  list(filter: ActionFilter, limit: number, cursor?: string): Promise<Page<ActionAnswer>> {
    return this.repository.list(filter, limit, cursor);
  }
}
