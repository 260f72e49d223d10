import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimited } from '../../rate-limits/rate-limited.decorator.js';
import { OidcAnswer } from '../dto/browser-session.dto.js';
import { OidcSignInsService } from './oidc-sign-ins.service.js';

/** Signs operators in with an account of their company. */
@ApiTags('sessions')
@Controller('dashboard/oidc')
export class OidcController {
  constructor(private readonly signIns: OidcSignInsService) {}

  @Get()
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'Whether operators may sign in with an account at a provider of OpenID Connect' })
  @ApiOkResponse({ type: OidcAnswer })
  show(): OidcAnswer {
    return { configured: this.signIns.isConfigured };
  }

  @Get('sign-in')
  @RateLimited()
  @ApiOperation({ summary: "Leads an operator's browser to the provider, with state, nonce and PKCE" })
  @ApiQuery({ name: 'to', required: false, example: '/dashboard/operator/health', description: 'Shown afterwards' })
  @ApiFoundResponse({ description: 'To the provider' })
  @ApiProblems(401, 502, 503)
  async signIn(@Query('to') to: unknown, @Res() reply: FastifyReply): Promise<void> {
    redirect(reply, await this.signIns.begin(to, reply));
  }

  @Get('callback')
  @RateLimited()
  @ApiOperation({ summary: "Takes the provider's answer and opens the session of an operator" })
  @ApiQuery({ name: 'state', description: 'Accepted once, from the same browser' })
  @ApiQuery({ name: 'code', required: false, description: 'Missing where the provider signed nobody in' })
  @ApiFoundResponse({ description: 'To the studio, with the cookie of the session' })
  @ApiProblems(401, 403, 502, 503)
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    redirect(reply, await this.signIns.finish(request, reply));
  }
}

function redirect(reply: FastifyReply, address: string): void {
  void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 302);
}
