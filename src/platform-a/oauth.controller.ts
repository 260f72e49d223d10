import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimited, storeInQuery } from '../rate-limits/rate-limited.decorator.js';
import { InstallService, type Redirection } from './install.service.js';
import { rawQueryOf } from './raw-query.js';

/** Where merchants install the app. */
@ApiTags('platform A')
@RateLimited(storeInQuery('shop'))
@Controller('platform-a')
export class OAuthController {
  constructor(private readonly installs: InstallService) {}

  @Get('auth')
  @ApiOperation({ summary: 'Starts an install' })
  @ApiQuery({ name: 'shop', description: "The store's domain", example: 'my-shop.myshopify.com' })
  @ApiFoundResponse({ description: "To the store's authorize page" })
  @ApiProblems(400, 401, 503)
  async auth(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    send(reply, await this.installs.start(rawQueryOf(request)));
  }

  @Get('callback')
  @ApiOperation({ summary: 'Ends an install; the store sends the merchant here' })
  @ApiQuery({ name: 'shop', example: 'my-shop.myshopify.com' })
  @ApiQuery({ name: 'code', required: false, description: 'Missing where the merchant did not agree' })
  @ApiQuery({ name: 'state', description: 'From the address of the authorize page; good once, in the same browser' })
  @ApiQuery({ name: 'timestamp', example: '1795262400' })
  @ApiQuery({ name: 'hmac', description: 'Hexadecimal HMAC-SHA256 of the rest of the query, by the client secret' })
  @ApiFoundResponse({ description: 'To the dashboard, with a `code` for POST /auth/session' })
  @ApiProblems(400, 401, 502, 503)
  async callback(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    send(reply, await this.installs.finish(rawQueryOf(request), request.cookies));
  }
}

function send(reply: FastifyReply, { location, cookie: { name, value, ...rest } }: Redirection): void {
  void reply
    .setCookie(name, value, { ...rest, httpOnly: true, sameSite: 'lax' })
    .header('cache-control', 'no-store')
    .redirect(location, 302);
}
