import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '#libs/database';
import { Leases, pauseAfter, SingleFlight, whileRenewing } from '#libs/durable-work';
import { APP_LOGGER, type AppLogger } from '#libs/kernel';
import { OnJob } from '#libs/queue';
import type { RetailerRef } from '../../jobs/payloads.js';
import { EventAnswer } from '../log/event.dto.js';
import { EventLogRepository } from '../log/event-log.repository.js';
import { EndpointsRepository } from './endpoints.repository.js';
import type { EventEndpoint } from './event-endpoint.entity.js';
import { type Place, placeAfter, sendInLanes } from './lanes.js';
import { type SendOutcome, WebhookSenderService } from './webhook-sender.service.js';

const WINDOW = 100;
const LEASE_MS = 60_000;
/** A run is short, so that a shutdown does not wait for long. */
const SLICE_MS = 60_000;
const BACKOFF = { firstMs: 5_000, longestMs: 3_600_000, jitter: 0.3 };
const DISABLED_AFTER_MS = 72 * 3_600_000;

/** What became of a window of events. `size` counts the events of the endpoint in it. */
interface SentWindow {
  readonly next: Place;
  readonly failures: readonly SendOutcome[];
  readonly size: number;
}

/**
 * Sends events to the endpoints of a retailer, each by one worker at a time. A crash between an answer and the saving
 * of the place sends an event again: it arrives at least once, with the same id.
 */
@Injectable()
export class DeliverEventsHandler implements OnModuleInit {
  private readonly runs = new SingleFlight<void>();

  constructor(
    private readonly database: Database,
    private readonly log: EventLogRepository,
    private readonly endpoints: EndpointsRepository,
    private readonly sender: WebhookSenderService,
    private readonly leases: Leases,
    @Inject(APP_LOGGER) private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    this.leases.register('event_endpoints', 'enabled');
  }

  @OnJob('events.deliver')
  async deliver({ retailerId }: RetailerRef): Promise<void> {
    const endpoints = (await this.endpoints.list(retailerId)).filter(({ enabled }) => enabled);
    await Promise.all(
      endpoints.map(({ name }) => this.runs.run(`${retailerId} ${name}`, () => this.deliverTo({ retailerId, name }))),
    );
  }

  /** Repeats where events came between the last reading and the end of the lease: their job found the lease taken. */
  private async deliverTo(name: Pick<EventEndpoint, 'retailerId' | 'name'>): Promise<void> {
    const until = Date.now() + SLICE_MS;
    const worker = await this.leases.holder();
    let isLeft = true;
    while (isLeft && Date.now() < until) {
      const endpoint = await this.endpoints.claim(name, worker, leaseEnd());
      if (!endpoint) return;
      const renew = () => this.endpoints.renew(name, worker, leaseEnd());
      isLeft = await whileRenewing(renew, LEASE_MS / 3, () => this.work(endpoint, worker, until));
    }
  }

  /** Sends windows until nothing is left, one fails or the time is over. Returns whether events may be left. */
  private async work(at: EventEndpoint, worker: string, until: number): Promise<boolean> {
    for (;;) {
      const { next, failures, size } = await this.sendWindow(at);
      await this.endpoints.move(at, worker, next);
      Object.assign(at, next);
      if (failures.length > 0) {
        await this.fail(at, worker, failures);
        return false;
      }
      if (size > 0 && Date.now() < until) continue;
      await this.endpoints.rest(at, worker);
      return size > 0 || this.hasMore(at);
    }
  }

  private async sendWindow(endpoint: EventEndpoint): Promise<SentWindow> {
    const { retailerId, types, position: after, acknowledged: done } = endpoint;
    const sql = this.database.of(retailerId);
    // Before the events, so that none which is committed meanwhile is skipped.
    const { position } = await this.log.ends(sql, retailerId);
    const events = await this.log.list(sql, retailerId, { after, types, limit: WINDOW });
    const failures: SendOutcome[] = [];
    const fresh = events.filter((event) => !done.includes(event.position));
    const sent = await sendInLanes(fresh, async (event) => {
      const outcome = await this.sender.send(endpoint, EventAnswer.of(event));
      if (outcome.attempt.problem !== null) failures.push(outcome);
      return outcome.attempt.problem === null;
    });
    const last = events.at(-1)?.position ?? '0';
    const end = events.length === WINDOW || BigInt(last) > BigInt(position) ? last : position;
    return { next: placeAfter(events, new Set([...done, ...sent]), end), failures, size: events.length };
  }

  private async hasMore({ retailerId, position }: EventEndpoint): Promise<boolean> {
    const ends = await this.log.ends(this.database.of(retailerId), retailerId);
    return BigInt(ends.position) > BigInt(position);
  }

  private async fail(endpoint: EventEndpoint, worker: string, failures: readonly SendOutcome[]): Promise<void> {
    const { retailerId, name, attempts } = endpoint;
    const failingSince = endpoint.failingSince ?? new Date();
    const reason = reasonToDisable(failingSince, failures);
    await this.endpoints.fail(endpoint, worker, { dueAt: nextAttempt(attempts + 1, failures), failingSince, reason });
    if (reason !== null) this.logger.warn({ retailerId, endpoint: name, reason }, 'disabled an endpoint for events');
  }
}

const leaseEnd = (): Date => new Date(Date.now() + LEASE_MS);

function reasonToDisable(failingSince: Date, failures: readonly SendOutcome[]): string | null {
  if (failures.some(({ gone }) => gone)) return 'The endpoint answered 410: it wants no further events.';
  const isLong = Date.now() - failingSince.getTime() >= DISABLED_AFTER_MS;
  return isLong ? 'Events could not be delivered for three days.' : null;
}

/** The end of the pause, or the later instant that the endpoint asked for, within the longest pause. */
function nextAttempt(count: number, failures: readonly SendOutcome[]): Date {
  const asked = Math.max(...failures.map(({ notBefore }) => notBefore?.getTime() ?? 0));
  const pause = Date.now() + pauseAfter(BACKOFF, count);
  return new Date(Math.min(Math.max(pause, asked), Date.now() + BACKOFF.longestMs));
}
