import { Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { AdminController, ApiIdempotent } from '../../admin-actions/admin-controller.decorator.js';
import { CurrentCaller } from '../../auth/caller.decorator.js';
import type { AdminCaller } from '../../auth/token-rules.js';
import { AdminSsoTicketAnswer } from './admin-sso.dto.js';
import { PlatformAAdminSsoService } from './admin-sso.service.js';

@AdminController('retailers/:id/admin-sso-tickets')
export class PlatformAAdminSsoTicketsController {
  constructor(private readonly sso: PlatformAAdminSsoService) {}

  @Post()
  @ApiIdempotent()
  @ApiOperation({ summary: "Creates a ticket that opens the store's admin in a browser, once and within 60 seconds" })
  @ApiCreatedResponse({ type: AdminSsoTicketAnswer })
  @ApiProblems(404)
  ticket(@Param('id') id: string, @CurrentCaller() { subject }: AdminCaller): Promise<AdminSsoTicketAnswer> {
    return this.sso.ticket(id, subject);
  }
}
