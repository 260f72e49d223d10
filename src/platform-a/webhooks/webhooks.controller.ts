import { Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { WebhookIntakeService } from '../../inbox/webhook-intake.service.js';
import { PlatformAWebhookGuard } from './webhook.guard.js';
import { ApiPlatformAWebhook } from './webhooks.docs.js';

const RECEIVED = { received: true } as const;

/** The route to which platform A delivers its webhooks. The body is a raw buffer of up to 5 MB. */
@ApiTags('platform A')
@Controller('platform-a/webhooks')
export class PlatformAWebhooksController {
  constructor(private readonly intake: WebhookIntakeService) {}

  @Post()
  @HttpCode(200)
  @RouteConfig({ rawBody: true })
  @UseGuards(PlatformAWebhookGuard)
  @ApiPlatformAWebhook()
  async receive(@Req() { provenDelivery }: FastifyRequest): Promise<{ received: true }> {
    await this.intake.receive(provenDelivery);
    return RECEIVED;
  }
}
