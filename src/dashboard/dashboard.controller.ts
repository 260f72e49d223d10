import { Controller, Get, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../pages/html.js';
import { type Page, showPage } from '../pages/page.js';
import { FrameAncestorsService } from './frame-ancestors.service.js';

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
  constructor(private readonly ancestors: FrameAncestorsService) {}

  @Get()
  @RouteConfig({ framed: true })
  page(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.show(request, reply);
  }

  /** A platform may link to any path inside the app; all paths show this page. */
  @Get('*')
  @RouteConfig({ framed: true })
  place(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.show(request, reply);
  }

  private async show(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { headers, body } = showPage(PAGE, { frameAncestors: await this.ancestors.of(request) });
    void reply.headers(headers);
    return body;
  }
}
