import { Controller, Get, HttpCode, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiConsumes, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, preferredLanguage } from '../../pages/customer-texts.js';
import { badLinkPage } from '../../pages/link-pages.js';
import { showPage } from '../../pages/page.js';
import type { Choice } from './recipient-consent.service.js';
import { consentPage } from './unsubscribe.page.js';
import { UnsubscribeService } from './unsubscribe.service.js';

/** Our own form and the one-click request of email clients are smaller. */
const MAX_FORM_BYTES = 4_096;

/** The target of the link in each email, for people and for the one-click button of email clients (RFC 8058). */
@ApiTags('email')
@ApiProduces('text/html')
@Controller('unsubscribe')
export class UnsubscribeController {
  constructor(private readonly service: UnsubscribeService) {}

  @Get(':token')
  @ApiOperation({
    summary: 'A page with the current consent. It changes nothing, because email clients open links in advance',
  })
  @ApiResponse({ status: 200, description: 'The page' })
  @ApiResponse({ status: 404, description: 'A page that says that the link is invalid' })
  ask(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.show(token, request, reply);
  }

  @Post(':token')
  @HttpCode(200)
  @RouteConfig({ rawBody: true, maxBody: MAX_FORM_BYTES })
  @ApiConsumes('application/x-www-form-urlencoded', 'multipart/form-data')
  @ApiOperation({
    summary:
      'Unsubscribes whatever the body says, which may have 4 kB; only `choice=subscribed` subscribes. Idempotent',
  })
  @ApiResponse({ status: 200, description: 'The page with the new consent' })
  @ApiResponse({ status: 404, description: 'A page that says that the link is invalid' })
  async choose(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    await this.service.choose(token, readChoice(request.body));
    return this.show(token, request, reply);
  }

  private async show(token: string, { headers }: FastifyRequest, reply: FastifyReply): Promise<string> {
    const view = await this.service.view(token);
    const language = languageOf(view?.language) ?? preferredLanguage(headers['accept-language']);
    const page = showPage(view ? consentPage(view, language) : badLinkPage(language), { forms: true });
    void reply.status(view ? HttpStatus.OK : HttpStatus.NOT_FOUND).headers(page.headers);
    return page.body;
  }
}

/**
 * The choice in the body of our form. The one-click request of an email client has another body or none: it
 * unsubscribes.
 */
function readChoice(body: unknown): Choice {
  if (!Buffer.isBuffer(body)) return 'unsubscribed';
  return new URLSearchParams(body.toString()).get('choice') === 'subscribed' ? 'subscribed' : 'unsubscribed';
}
