import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { InboxRepository } from '../inbox/inbox.repository.js';
import { MonthsQueries } from '../months/months.queries.js';
import { QueueDepthsService } from './queue-depths.service.js';
import { within } from './time-limit.js';

const LIMIT_MS = 2_000;
const late = (): Error => new Error('Postgres does not answer');
const QUEUE_STATES = ['waiting', 'active', 'delayed', 'failed'] as const;

/** The contents of Redis and the inbox, read at each scrape. An unreachable datastore leaves its gauges out. */
@Injectable()
export class DatastoreMetrics {
  private readonly jobs: Gauge<'queue' | 'state'>;
  private readonly waiting: Gauge<'queue'>;
  private readonly deliveries: Gauge<'status'>;
  private readonly oldest: Gauge;
  private readonly pending: Gauge<'platform'>;
  private readonly monthsAhead: Gauge<'table'>;
  private readonly outside: Gauge<'table'>;

  constructor(
    registry: Registry,
    private readonly queues: QueueDepthsService,
    private readonly inbox: InboxRepository,
    private readonly months: MonthsQueries,
  ) {
    const registers = [registry];
    this.jobs = new Gauge({
      name: 'rekindle_queue_jobs',
      help: 'Jobs in Redis, by queue and state',
      labelNames: ['queue', 'state'],
      registers,
    });
    this.waiting = new Gauge({
      name: 'rekindle_queue_oldest_seconds',
      help: 'Age of the job that has waited longest for a worker, by queue; 0 if none waits',
      labelNames: ['queue'],
      registers,
    });
    this.deliveries = new Gauge({
      name: 'rekindle_inbox_deliveries',
      help: 'Deliveries that wait for their effect or have failed for good',
      labelNames: ['status'],
      registers,
    });
    this.oldest = new Gauge({
      name: 'rekindle_inbox_oldest_pending_seconds',
      help: 'Age of the oldest delivery that waits for its effect',
      registers,
    });
    this.pending = new Gauge({
      name: 'rekindle_deliveries_pending',
      help: 'Deliveries that wait for their effect, by platform',
      labelNames: ['platform'],
      registers,
    });
    this.monthsAhead = new Gauge({
      name: 'rekindle_months_ahead',
      help: 'Whole months after this one that have a partition, by table',
      labelNames: ['table'],
      registers,
    });
    this.outside = new Gauge({
      name: 'rekindle_rows_outside_months',
      help: 'Rows of the last, this and the next month that only the default partition could take, by table',
      labelNames: ['table'],
      registers,
    });
  }

  async refresh(): Promise<void> {
    await Promise.all([this.readQueues(), this.readInbox(), this.readMonths()]);
  }

  private async readQueues(): Promise<void> {
    this.jobs.reset();
    this.waiting.reset();
    const depths = await this.queues.read().catch(() => []);
    for (const depth of depths) {
      this.waiting.set({ queue: depth.name }, depth.oldestWaitingSeconds);
      for (const state of QUEUE_STATES) this.jobs.set({ queue: depth.name, state }, depth[state]);
    }
  }

  private async readMonths(): Promise<void> {
    this.monthsAhead.reset();
    this.outside.reset();
    const figures = await within(LIMIT_MS, this.months.figures(), late).catch(() => []);
    for (const { table, ahead, outside } of figures) {
      this.monthsAhead.set({ table }, ahead);
      this.outside.set({ table }, outside);
    }
  }

  private async readInbox(): Promise<void> {
    this.deliveries.reset();
    this.oldest.remove();
    this.pending.reset();
    const reading = Promise.all([this.inbox.figures(), this.inbox.pendingByPlatform()]);
    const read = await within(LIMIT_MS, reading, late).catch(() => undefined);
    if (!read) return;
    const [figures, byPlatform] = read;
    this.deliveries.set({ status: 'pending' }, figures.pending);
    this.deliveries.set({ status: 'failed' }, figures.failed);
    this.oldest.set(figures.oldestPendingSeconds);
    for (const [platform, pending] of byPlatform) this.pending.set({ platform }, pending);
  }
}
