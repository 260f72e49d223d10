import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { html } from './html.js';
import { showPage } from './page.js';

const PAGE = showPage({
  title: 'Rekindle',
  shop: null,
  content: html`<p>Rekindle wins a shop's lapsed customers back, with emails that fit what they bought.</p>
    <p><strong>You run a shop?</strong> Open Rekindle from the apps in your store's admin.</p>
    <p><strong>A shop writes to you?</strong> The link at the end of each of its emails lets you unsubscribe.</p>`,
});

/** For people who come without an address. */
@ApiTags('operations')
@Controller()
export class HomeController {
  @Get()
  @ApiOperation({ summary: 'A page that says what this is' })
  @ApiProduces('text/html')
  @ApiOkResponse({ description: 'The page', schema: { type: 'string' } })
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.headers(PAGE.headers);
    return PAGE.body;
  }
}
