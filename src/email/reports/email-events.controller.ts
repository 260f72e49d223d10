import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '#libs/kernel';
import { EmailEventsAnswer, EmailEventsBody } from './email-events.dto.js';
import { EmailEventsGuard } from './email-events.guard.js';
import { EmailEventsService } from './email-events.service.js';

const SIGNED =
  'Signed according to Standard Webhooks 1.0, with a secret of EMAIL_WEBHOOK_SECRETS as the key. A hard bounce or a ' +
  'complaint suppresses the address. A report replaces the status `unknown` of a message.';

/** Receives reports of deliveries, bounces and complaints. */
@ApiTags('email')
@Controller('email/events')
export class EmailEventsController {
  constructor(private readonly service: EmailEventsService) {}

  @Post()
  @HttpCode(200)
  @RouteConfig({ rawBody: true })
  @UseGuards(EmailEventsGuard)
  @ApiOperation({ summary: 'Report emails as delivered, bounced or complained about', description: SIGNED })
  @ApiHeader({ name: 'webhook-id', required: true })
  @ApiHeader({ name: 'webhook-timestamp', required: true, description: 'Seconds since 1970' })
  @ApiHeader({ name: 'webhook-signature', required: true, description: 'v1,<base64>' })
  @ApiOkResponse({ type: EmailEventsAnswer })
  @ApiProblems(400, 401, 413, 422, 503)
  record(@Body() { events }: EmailEventsBody): Promise<EmailEventsAnswer> {
    return this.service.record(events);
  }
}
