import { Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { PlatformAWebhookGuard } from './webhook.guard.js';
import { WebhooksService } from './webhooks.service.js';

/** Where platform A delivers its webhooks. The body stays a raw buffer of up to 5 MB. */
@ApiExcludeController()
@Controller('platform-a/webhooks')
export class PlatformAWebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Post()
  @HttpCode(200)
  @RouteConfig({ rawBody: true })
  @UseGuards(PlatformAWebhookGuard)
  receive(@Req() request: FastifyRequest): Promise<{ received: true }> {
    return this.webhooks.receive(request.provenDelivery);
  }
}
