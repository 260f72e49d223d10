import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
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
@ApiExcludeController()
@Controller()
export class HomeController {
  @Get()
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.headers(PAGE.headers);
    return PAGE.body;
  }
}
