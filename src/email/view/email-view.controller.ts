import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, preferredLanguage } from '../../pages/customer-texts.js';
import { badLinkPage, gonePage } from '../../pages/link-pages.js';
import { showPage } from '../../pages/page.js';
import { EmailViewService } from './email-view.service.js';

/** As in an email client: images and styles, and nothing that runs. Links open pages outside of the sandbox. */
const POLICY = [
  "default-src 'none'",
  'img-src https: http:',
  "style-src 'unsafe-inline' https: http:",
  'font-src https: http:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/** The page behind "view in browser". */
@ApiTags('email')
@ApiProduces('text/html')
@Controller('e')
export class EmailViewController {
  constructor(private readonly emails: EmailViewService) {}

  @Get(':token')
  @ApiOperation({ summary: 'An email as a page, made of what is known of its recipient now' })
  @ApiResponse({ status: 200, description: 'The email' })
  @ApiResponse({ status: 404, description: 'A page that says that the link is invalid' })
  @ApiResponse({ status: 410, description: 'A page that says that the email is gone, as after an erasure' })
  async show(
    @Param('token') token: string,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const view = await this.emails.view(token);
    if ('html' in view) {
      void reply.headers(HEADERS);
      return view.html;
    }
    const language = languageOf(view.language) ?? preferredLanguage(headers['accept-language']);
    const isBad = view.status === 'bad';
    const page = showPage(isBad ? badLinkPage(language) : gonePage(language));
    void reply.status(isBad ? 404 : 410).headers(page.headers);
    return page.body;
  }
}
