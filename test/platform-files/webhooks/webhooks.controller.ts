import { Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { WebhookIntakeService } from '../../../src/inbox/webhook-intake.service.js';
import { FilesWebhookGuard } from './webhook.guard.js';

@Controller('platform-files/webhooks')
export class FilesWebhooksController {
  constructor(private readonly intake: WebhookIntakeService) {}

  @Post()
  @HttpCode(200)
  @RouteConfig({ rawBody: true })
  @UseGuards(FilesWebhookGuard)
  receive(@Req() { provenDelivery }: FastifyRequest): Promise<void> {
    return this.intake.receive(provenDelivery);
  }
}
