import { Controller, Get, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Runtime } from '../../config/runtime.js';
import { RateLimited, storeInQuery } from '../../rate-limits/rate-limited.decorator.js';
import { PlatformBCallbacksService } from './callbacks.service.js';
import { PlatformBInstallService } from './install.service.js';
import { PlatformBSignedRequestsService } from './signed-requests.service.js';

const SIGNED = {
  name: 'signed_payload_jwt',
  description: 'Signed by the platform; good once, and for one of load, uninstall and remove-user',
  example: 'eyJhbGciOiJIUzI1NiJ9…',
};

/** What platform B calls, or sends a browser to. */
@ApiTags('platform B')
@Controller('platform-b')
export class PlatformBPagesController {
  constructor(
    private readonly runtime: Runtime,
    private readonly installs: PlatformBInstallService,
    private readonly signed: PlatformBSignedRequestsService,
    private readonly callbacks: PlatformBCallbacksService,
  ) {}

  @Get('auth')
  @RouteConfig({ framed: true })
  @RateLimited(storeInQuery('context'))
  @ApiOperation({ summary: 'Begins an install; with a code of the platform, ends it' })
  @ApiQuery({ name: 'code', required: false, example: 'qr6h3thvbvag2ffq' })
  @ApiQuery({ name: 'scope', required: false, example: 'store_v2_orders_read_only' })
  @ApiQuery({ name: 'context', required: false, example: 'stores/g5cd38' })
  @ApiFoundResponse({ description: "To the platform's install page; with a code, to the dashboard" })
  @ApiProblems(400, 403, 502, 503)
  async auth(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.redirect(reply, () => this.installs.auth(queryOf(request)));
  }

  @Get('load')
  @RouteConfig({ framed: true })
  @RateLimited()
  @ApiOperation({ summary: 'Opens the app from the control panel' })
  @ApiQuery(SIGNED)
  @ApiFoundResponse({ description: 'To the dashboard, with a `code` for POST /auth/session' })
  @ApiProblems(400, 401, 404, 503)
  async load(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.redirect(reply, async () => this.callbacks.load(this.signed.read(queryOf(request))));
  }

  @Get('uninstall')
  @ApiOperation({ summary: 'The app was removed from a store' })
  @ApiQuery(SIGNED)
  @ApiOkResponse({ description: 'Done, or nothing to do', schema: { type: 'object', example: {} } })
  @ApiProblems(400, 401, 503)
  uninstall(@Req() request: FastifyRequest): Promise<Record<string, never>> {
    return this.callbacks.uninstall(this.signed.read(queryOf(request)));
  }

  @Get('remove-user')
  @ApiOperation({ summary: 'A person may no longer use the app in a store' })
  @ApiQuery(SIGNED)
  @ApiOkResponse({ description: 'Done, or nothing to do', schema: { type: 'object', example: {} } })
  @ApiProblems(400, 401, 503)
  removeUser(@Req() request: FastifyRequest): Promise<Record<string, never>> {
    return this.callbacks.removeUser(this.signed.read(queryOf(request)));
  }

  /** These pages live in a frame of the control panel; a refusal is shown there as well, to programs as JSON. */
  private async redirect(reply: FastifyReply, next: () => Promise<string>): Promise<void> {
    void reply.headers({
      'content-security-policy': `frame-ancestors ${this.runtime.config.frameAncestors}`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    const location = await next();
    void reply.redirect(location, 302);
  }
}

/** Parsed here: what is given twice must be seen. */
function queryOf({ raw: { url = '' } }: FastifyRequest): URLSearchParams {
  const mark = url.indexOf('?');
  return new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
}
