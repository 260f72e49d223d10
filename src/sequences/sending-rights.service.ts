import { Injectable } from '@nestjs/common';
import { ownerRequired } from '../auth/token.guard.js';
import type { AdminCaller, RetailerCaller } from '../auth/token-rules.js';
import { RetailerUsersService } from '../auth/retailer-users.service.js';
import type { ExecuteBody } from './executions/executions.dto.js';

/** Who may send what: an owner everything; a member plans, runs dry, and tests to the member's own address. */
@Injectable()
export class SendingRightsService {
  constructor(private readonly users: RetailerUsersService) {}

  /** 403 `owner_required` for what a member may not do. */
  async requireExecute(
    caller: AdminCaller | RetailerCaller,
    { mode = 'live', recipients = [] }: ExecuteBody,
  ): Promise<void> {
    if (caller.kind === 'admin' || caller.role === 'owner' || mode === 'dryRun') return;
    const own = mode === 'test' ? await this.users.emailOf(caller) : null;
    if (own === null || !recipients.every((address) => address.toLowerCase() === own)) throw ownerRequired();
  }
}
