import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Sweeper } from '#libs/durable-work';
import { JobProducer } from '#libs/queue';
import { EndpointsRepository } from './endpoints/endpoints.repository.js';
import { EventLogRepository } from './log/event-log.repository.js';

const DAY_MS = 86_400_000;
const EVENTS_KEPT_MS = 30 * DAY_MS;
const ATTEMPTS_KEPT_MS = 7 * DAY_MS;
const RETENTION_SECONDS = 3_600;

/** Enqueues deliveries that are due or whose job Redis has lost, and deletes what is old. */
@Injectable()
export class EventsSweep implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly jobs: JobProducer,
    private readonly endpoints: EndpointsRepository,
    private readonly log: EventLogRepository,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('events', async () => {
      for (const retailerId of await this.endpoints.retailersDue()) this.jobs.enqueue('events.deliver', { retailerId });
    });
    this.sweeper.register('events.retention', () => this.forget(Date.now()), RETENTION_SECONDS);
  }

  async forget(now: number): Promise<void> {
    await this.log.deleteBefore(new Date(now - EVENTS_KEPT_MS));
    await this.endpoints.deleteAttemptsBefore(new Date(now - ATTEMPTS_KEPT_MS));
  }
}
