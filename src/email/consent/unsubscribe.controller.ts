import { Controller, Get, Header, HttpCode, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiConsumes, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ASK_PAGE, PAGE_POLICY, SUBSCRIBED_PAGE, UNKNOWN_PAGE, UNSUBSCRIBED_PAGE } from './unsubscribe.page.js';
import type { Choice } from './recipient-consent.js';
import { UnsubscribeService } from './unsubscribe.service.js';

const HTML = 'text/html; charset=utf-8';
/** Larger is neither a form of ours nor a mail program's one click. */
const MAX_FORM_BYTES = 4_096;

/** Where the link in each mail leads, for people and for the one-click button of mail programs (RFC 8058). */
@ApiTags('e-mail')
@ApiProduces('text/html')
@Controller('unsubscribe')
export class UnsubscribeController {
  constructor(private readonly service: UnsubscribeService) {}

  @Get(':token')
  @Header('content-type', HTML)
  @Header('content-security-policy', PAGE_POLICY)
  @Header('referrer-policy', 'no-referrer')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'A page that asks; it changes nothing, because mail programs look at links ahead' })
  @ApiResponse({ status: 200, description: 'The page' })
  @ApiResponse({ status: 404, description: 'A page that says that the link is not valid' })
  ask(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): string {
    return this.service.knows(token) ? ASK_PAGE : unknown(reply);
  }

  @Post(':token')
  @HttpCode(200)
  @RouteConfig({ rawBody: true, maxBody: MAX_FORM_BYTES })
  @Header('content-type', HTML)
  @Header('content-security-policy', PAGE_POLICY)
  @Header('referrer-policy', 'no-referrer')
  @Header('cache-control', 'no-store')
  @ApiConsumes('application/x-www-form-urlencoded', 'multipart/form-data')
  @ApiOperation({
    summary:
      'Unsubscribes, whatever the body of at most 4 kB is; only `choice=subscribed` subscribes. Repeating is fine',
  })
  @ApiResponse({ status: 200, description: 'Done' })
  @ApiResponse({ status: 404, description: 'A page that says that the link is not valid' })
  async choose(
    @Param('token') token: string,
    @Req() { body }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const choice = readChoice(body);
    if (!(await this.service.choose(token, choice))) return unknown(reply);
    return choice === 'subscribed' ? SUBSCRIBED_PAGE : UNSUBSCRIBED_PAGE;
  }
}

function unknown(reply: FastifyReply): string {
  void reply.status(HttpStatus.NOT_FOUND);
  return UNKNOWN_PAGE;
}

/** The one-click request of a mail program has another body, or none. */
function readChoice(body: unknown): Choice {
  if (!Buffer.isBuffer(body)) return 'unsubscribed';
  return new URLSearchParams(body.toString()).get('choice') === 'subscribed' ? 'subscribed' : 'unsubscribed';
}
