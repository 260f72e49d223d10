import { Controller, Get, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Runtime } from '../config/runtime.js';
import { html } from '../pages/html.js';
import { type Page, showPage } from '../pages/page.js';

/** Says nothing about any store: who looks at it is not known here. */
const PAGE: Page = {
  title: 'Rekindle is installed',
  shop: null,
  content: html`<p>
      Your store is connected. Customers, products and past orders are being read now; new orders arrive by themselves.
    </p>
    <p>There is nothing else to do here. You can close this page.</p>`,
};

/** Where an install ends, unless DASHBOARD_URL names another place. */
@ApiExcludeController()
@Controller('dashboard')
export class DashboardController {
  constructor(private readonly runtime: Runtime) {}

  @Get()
  @RouteConfig({ framed: true })
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    return this.show(reply);
  }

  /** A platform may name a place inside the app; this page is the only one. */
  @Get('*')
  @RouteConfig({ framed: true })
  place(@Res({ passthrough: true }) reply: FastifyReply): string {
    return this.show(reply);
  }

  private show(reply: FastifyReply): string {
    const { headers, body } = showPage(PAGE, { frameAncestors: this.runtime.config.frameAncestors });
    void reply.headers(headers);
    return body;
  }
}
