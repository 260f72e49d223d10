import { Controller, Get, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Runtime } from '../config/runtime.js';
import { html } from '../pages/html.js';
import { type Page, showPage } from '../pages/page.js';

/** The page names no store, because it is shown without a session. */
const PAGE: Page = {
  title: 'Rekindle is installed',
  store: null,
  content: html`<p>
      Your store is connected. Customers, products and past orders are being read now; new orders arrive by themselves.
    </p>
    <p>There is nothing else to do here. You can close this page.</p>`,
};

/** The last page of an install, unless DASHBOARD_URL names another address. */
@ApiExcludeController()
@Controller('dashboard')
export class DashboardController {
  constructor(private readonly runtime: Runtime) {}

  @Get()
  @RouteConfig({ framed: true })
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    return this.show(reply);
  }

  /** A platform may link to any path inside the app; all paths show this page. */
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
