import { Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import { WEBHOOK_SCOPES } from '#libs/platform-b-client';
import type { FastifyRequest } from 'fastify';
import { WebhookIntakeService } from '../../inbox/webhook-intake.service.js';
import { PlatformBWebhookGuard } from './webhook.guard.js';
import { ApiPlatformBWebhook } from './webhooks.docs.js';

/** A body has some hundred bytes: it only names what changed. */
const MAX_BODY = 64 * 1024;
const WANTED: ReadonlySet<string> = new Set(WEBHOOK_SCOPES);

/** The route to which platform B delivers its webhooks. */
@ApiTags('platform B')
@Controller('platform-b/webhook')
export class PlatformBWebhooksController {
  constructor(private readonly intake: WebhookIntakeService) {}

  @Post('order-status')
  @HttpCode(200)
  @RouteConfig({ rawBody: true, maxBody: MAX_BODY })
  @UseGuards(PlatformBWebhookGuard)
  @ApiPlatformBWebhook()
  receive(@Req() { provenDelivery }: FastifyRequest): Promise<void> {
    return this.intake.receive(provenDelivery, ({ topic }) => WANTED.has(topic));
  }
}
