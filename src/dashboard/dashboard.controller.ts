import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Runtime } from '../config/runtime.js';
import { html } from '../pages/html.js';
import { type Page, showPage } from '../pages/page.js';
import { FrameAncestorsService } from './frame-ancestors.service.js';
import { StudioFilesService } from './studio-files.service.js';
import { emailFrameHeaders, studioHeaders } from './studio-policy.js';

const NOT_BUILT: Page = {
  title: 'The studio is not built',
  store: null,
  content: html`<p>The service works. Run <code>npm run build</code> and start it again to see the studio here.</p>`,
};

/** The studio. An install ends here, unless DASHBOARD_URL names another address. */
@ApiExcludeController()
@Controller('dashboard')
export class DashboardController {
  constructor(
    private readonly runtime: Runtime,
    private readonly ancestors: FrameAncestorsService,
    private readonly files: StudioFilesService,
  ) {}

  @Get()
  @RouteConfig({ framed: true })
  page(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.show(request, reply);
  }

  /** The frame in which the studio shows an email; with `images=off` without its images. */
  @Get('frame')
  @RouteConfig({ framed: true })
  async frame(
    @Query('images') images: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const ancestors = await this.ancestors.of(request);
    void reply.headers(emailFrameHeaders(this.runtime.publicUrl, ancestors, images !== 'off'));
    return this.files.frame ?? '';
  }

  /** A platform may link to any path inside the app. The studio reads its own paths in the browser. */
  @Get('*')
  @RouteConfig({ framed: true })
  place(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.show(request, reply);
  }

  private async show(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const frameAncestors = await this.ancestors.of(request);
    if (this.files.page === undefined) {
      const { headers, body } = showPage(NOT_BUILT, { frameAncestors });
      void reply.headers(headers);
      return body;
    }
    void reply.headers(studioHeaders(this.runtime.publicUrl, frameAncestors));
    return this.files.page;
  }
}
