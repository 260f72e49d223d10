import { Controller, Get, HttpCode, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiConsumes, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, preferredLanguage } from '../../pages/customer-texts.js';
import { showPage } from '../../pages/page.js';
import type { Choice } from './recipient-consent.service.js';
import { badLinkPage, standingPage } from './unsubscribe.page.js';
import { UnsubscribeService } from './unsubscribe.service.js';

/** Larger is neither a form of ours nor an email client's one click. */
const MAX_FORM_BYTES = 4_096;

/** Where the link in each email leads, for people and for the one-click button of email clients (RFC 8058). */
@ApiTags('email')
@ApiProduces('text/html')
@Controller('unsubscribe')
export class UnsubscribeController {
  constructor(private readonly service: UnsubscribeService) {}

  @Get(':token')
  @ApiOperation({
    summary: 'A page with the present status; it changes nothing, because email clients look at links ahead',
  })
  @ApiResponse({ status: 200, description: 'The page' })
  @ApiResponse({ status: 404, description: 'A page that says that the link is not valid' })
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
      'Unsubscribes, whatever the body of at most 4 kB is; only `choice=subscribed` subscribes. Repeating is fine',
  })
  @ApiResponse({ status: 200, description: 'Done: the page with the status that holds now' })
  @ApiResponse({ status: 404, description: 'A page that says that the link is not valid' })
  async choose(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    await this.service.choose(token, readChoice(request.body));
    return this.show(token, request, reply);
  }

  private async show(token: string, { headers }: FastifyRequest, reply: FastifyReply): Promise<string> {
    const standing = await this.service.standing(token);
    const language = languageOf(standing?.language) ?? preferredLanguage(headers['accept-language']);
    const page = showPage(standing ? standingPage(standing, language) : badLinkPage(language), { forms: true });
    void reply.status(standing ? HttpStatus.OK : HttpStatus.NOT_FOUND).headers(page.headers);
    return page.body;
  }
}

/** The one-click request of an email client has another body, or none. */
function readChoice(body: unknown): Choice {
  if (!Buffer.isBuffer(body)) return 'unsubscribed';
  return new URLSearchParams(body.toString()).get('choice') === 'subscribed' ? 'subscribed' : 'unsubscribed';
}
