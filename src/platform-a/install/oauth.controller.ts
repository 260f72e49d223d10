import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiFoundResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RateLimited, storeInQuery } from '../../rate-limits/rate-limited.decorator.js';
import { FEATURE_SCOPES } from '../client/feature-scopes.js';
import { PlatformAInstallService, type Redirection } from './install.service.js';
import { leaveFramePage } from './leave-frame.page.js';
import { type OAuthQuery, PlatformAOAuthSignatureGuard, ProvenQuery } from './oauth-signature.guard.js';

/** The routes by which merchants install and open the app. */
@ApiTags('platform A')
@UseGuards(PlatformAOAuthSignatureGuard)
@RateLimited(storeInQuery('shop'))
@Controller('platform-a')
export class OAuthController {
  constructor(private readonly installs: PlatformAInstallService) {}

  @Get('auth')
  @RouteConfig({ mayBeUnsigned: true })
  @ApiOperation({
    summary: 'Opens the app, or starts an install where the store has none',
    description:
      'A query that the platform signed opens the app. Every other query redirects to the authorize page. A frame gets ' +
      'a page with the way there, because the authorize page is for the whole window.',
  })
  @ApiQuery({ name: 'shop', description: "The store's domain", example: 'my-shop.myshopify.com' })
  @ApiQuery({
    name: 'feature',
    required: false,
    enum: Object.keys(FEATURE_SCOPES),
    description: 'Also asks for the scopes of this feature',
  })
  @ApiQuery({ name: 'timestamp', required: false, description: 'Signed by the platform', example: '1795262400' })
  @ApiQuery({
    name: 'hmac',
    required: false,
    description: 'HMAC of the rest of the query; accepted once for an opening',
  })
  @ApiFoundResponse({ description: "To the store's authorize page, or to the dashboard with a `code`" })
  @ApiProduces('text/html')
  @ApiOkResponse({ description: 'In a frame: the way to the authorize page', schema: { type: 'string' } })
  @ApiProblems(400, 401, 503)
  async auth(
    @ProvenQuery() query: OAuthQuery,
    @Req() { headers }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const next = await this.installs.start(query, headers['sec-fetch-dest'] === 'iframe');
    if ('location' in next) return send(reply, next);
    const page = leaveFramePage(next.top, query.shop, next.frameAncestors, headers['accept-language']);
    void reply.headers(page.headers).send(page.body);
  }

  @Get('callback')
  @ApiOperation({ summary: 'Finishes an install or an opening; the store redirects the merchant here' })
  @ApiQuery({ name: 'shop', example: 'my-shop.myshopify.com' })
  @ApiQuery({ name: 'code', required: false, description: 'Missing where the merchant did not agree' })
  @ApiQuery({
    name: 'state',
    description: 'From the address of the authorize page; accepted once, from the same browser',
  })
  @ApiQuery({ name: 'timestamp', example: '1795262400' })
  @ApiQuery({ name: 'hmac', description: 'Hexadecimal HMAC-SHA256 of the rest of the query, by the client secret' })
  @ApiFoundResponse({ description: 'To the dashboard, with a `code` for POST /auth/session' })
  @ApiProblems(400, 401, 502, 503)
  async callback(
    @ProvenQuery() query: OAuthQuery,
    @Req() { cookies }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    send(reply, await this.installs.finish(query, cookies));
  }
}

function send(reply: FastifyReply, { location, cookie }: Redirection): void {
  if (cookie) {
    const { name, value, ...rest } = cookie;
    void reply.setCookie(name, value, { ...rest, httpOnly: true, sameSite: 'lax' });
  }
  void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(location, 302);
}
