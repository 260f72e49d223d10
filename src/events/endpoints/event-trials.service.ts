import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { notFound, type Page } from '#libs/kernel';
import { EventAnswer } from '../log/event.dto.js';
import { EventLogRepository } from '../log/event-log.repository.js';
import { type AttemptRow, EndpointsRepository } from './endpoints.repository.js';
import type { EventAttemptAnswer } from './event-endpoints.dto.js';
import { EventEndpointsService } from './event-endpoints.service.js';
import { WebhookSenderService } from './webhook-sender.service.js';

/** Requests to an endpoint that a user asks for, and the log of all requests. */
@Injectable()
export class EventTrialsService {
  constructor(
    private readonly database: Database,
    private readonly service: EventEndpointsService,
    private readonly endpoints: EndpointsRepository,
    private readonly log: EventLogRepository,
    private readonly sender: WebhookSenderService,
  ) {}

  /** Sends an event of the type `test` at once, also to a disabled endpoint. */
  async test(given: string, name: string): Promise<EventAttemptAnswer> {
    const endpoint = await this.service.found(given, name);
    const webhook = {
      id: randomUUID(),
      type: 'test',
      at: new Date(),
      customer: null,
      data: { endpoint: name },
    } as const;
    return attemptOf((await this.sender.send(endpoint, webhook)).attempt);
  }

  /** Sends an event at once, whether it was delivered before or not. */
  async redeliver(given: string, name: string, eventId: string): Promise<EventAttemptAnswer> {
    const endpoint = await this.service.found(given, name);
    const event = await this.log.find(this.database.of(endpoint.retailerId), endpoint.retailerId, eventId);
    if (!event) throw notFound('event');
    return attemptOf((await this.sender.send(endpoint, EventAnswer.of(event))).attempt);
  }

  async attempts(given: string, name: string, limit: number, cursor?: string): Promise<Page<EventAttemptAnswer>> {
    const endpoint = await this.service.found(given, name);
    const page = await this.endpoints.attempts(endpoint, limit, cursor);
    return { ...page, items: page.items.map(attemptOf) };
  }
}

const attemptOf = ({ id, eventId, eventType, at, milliseconds, status, problem }: AttemptRow): EventAttemptAnswer => ({
  id,
  eventId,
  eventType,
  at,
  milliseconds,
  status,
  problem,
});
