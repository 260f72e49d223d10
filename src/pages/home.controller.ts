import { Controller, Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { html } from './html.js';
import { showPage } from './page.js';

const PAGE = showPage({
  title: 'Rekindle',
  store: null,
  content: html`<p>Rekindle wins a store's lapsed customers back, with emails that fit what they bought.</p>
    <p><strong>You run a store?</strong> Open Rekindle from the apps in your store's admin.</p>
    <p><strong>A store writes to you?</strong> The link at the end of each of its emails lets you unsubscribe.</p>`,
});

/** The page at the root of the service. */
@ApiTags('operations')
@Controller()
export class HomeController {
  @Get()
  @ApiOperation({ summary: 'Shows a page that describes the service' })
  @ApiProduces('text/html')
  @ApiOkResponse({ description: 'The page', schema: { type: 'string' } })
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.headers(PAGE.headers);
    return PAGE.body;
  }
}
