import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredLanguage } from '../pages/customer-texts.js';
import { badLinkPage } from '../pages/link-pages.js';
import { showPage } from '../pages/page.js';
import { readAgent } from './clicks/click-request.js';
import { FollowService } from './clicks/follow.service.js';
import { OpensService } from './clicks/opens.service.js';

/** A transparent GIF of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** The links in emails. */
@ApiTags('email')
@Controller()
export class LinksController {
  constructor(
    private readonly links: FollowService,
    private readonly opens: OpensService,
  ) {}

  @Get('c/:token')
  @ApiProduces('text/html')
  @ApiOperation({
    summary:
      "Leads to the target of a link and counts the click. The target is stored with the email; the request can't name one",
  })
  @ApiResponse({ status: 302, description: 'The target, in the header `Location`' })
  @ApiResponse({ status: 404, description: 'A page that says that the link is invalid' })
  async follow(
    @Param('token') token: string,
    @Req() { method, headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const url = await this.links.follow(token, { method, ...readAgent(headers) });
    if (url === undefined) {
      const page = showPage(badLinkPage(preferredLanguage(headers['accept-language'])));
      void reply.status(404).headers(page.headers);
      return page.body;
    }
    void reply.status(302).headers({
      location: url,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    return '';
  }

  @Get('o/:token')
  @ApiProduces('image/gif')
  @ApiOperation({
    summary: 'The image of emails whose sequence has `trackOpens`; its first request counts as an open',
  })
  @ApiResponse({ status: 200, description: 'A transparent pixel' })
  @ApiResponse({ status: 404, description: 'The link is invalid' })
  async open(@Param('token') token: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<Buffer> {
    const known = await this.opens.open(token);
    void reply.status(known ? 200 : 404).headers({ 'content-type': 'image/gif', 'cache-control': 'no-store' });
    return PIXEL;
  }
}
