import { Injectable } from '@nestjs/common';
import { invalidInput } from '#libs/kernel';
import { ownerRequired } from '../auth/token.guard.js';
import type { AdminCaller, RetailerCaller } from '../auth/token-rules.js';
import { RetailerUsersService } from '../auth/retailer-users.service.js';
import type { ExecuteBody } from './executions/executions.dto.js';

/** Who may send what: an owner everything; a member plans, runs dry, and tests to the member's own address. */
@Injectable()
export class SendingRightsService {
  constructor(private readonly users: RetailerUsersService) {}

  /** 403 `owner_required` for what a member may not do, 422 for a live run of an owner without a plan. */
  async requireExecute(
    caller: AdminCaller | RetailerCaller,
    { mode = 'live', recipients = [], planHash }: ExecuteBody,
  ): Promise<void> {
    if (caller.kind === 'admin' || mode === 'dryRun') return;
    if (caller.role === 'owner') {
      if (mode === 'live' && planHash === undefined) throw invalidInput([planMissing]);
      return;
    }
    const own = mode === 'test' ? await this.users.emailOf(caller) : null;
    if (own === null || !recipients.every((address) => address.toLowerCase() === own)) throw ownerRequired();
  }
}

const planMissing = { pointer: '/planHash', detail: 'is required for a live run: plan the sequence first' };
