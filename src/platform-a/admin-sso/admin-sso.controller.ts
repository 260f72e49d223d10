import { Controller, Get, Param, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiFoundResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyReply } from 'fastify';
import { PlatformAAdminSsoGuard } from './admin-sso.guard.js';
import { PlatformAAdminSsoService } from './admin-sso.service.js';

@ApiTags('platform A')
@Controller('platform-a/admin-sso')
export class AdminSsoController {
  constructor(private readonly sso: PlatformAAdminSsoService) {}

  @Get(':id')
  @UseGuards(PlatformAAdminSsoGuard)
  @ApiBearerAuth('admin')
  @ApiOperation({
    summary: "Redirects to the app's page in the store's admin; a browser sends a ticket instead of a token",
  })
  @ApiQuery({ name: 'ticket', required: false, description: 'From POST /admin/retailers/{id}/admin-sso-tickets' })
  @ApiFoundResponse({ description: "To the store's admin, which asks for its own login" })
  @ApiProblems(401, 403, 404, 409, 503)
  async open(@Param('id') id: string, @Res() reply: FastifyReply): Promise<void> {
    const page = await this.sso.pageOf(id);
    void reply.headers({ 'referrer-policy': 'no-referrer' }).redirect(page, 302);
  }
}
