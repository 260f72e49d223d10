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
import { MOST_FAILURES, sendInLanes } from './lanes.js';
import { RunProgress } from './run-progress.js';
import { type SendOutcome, WebhookSenderService } from './webhook-sender.service.js';

const WINDOW = 100;
const LEASE_MS = 60_000;
/** A run is short, so that a shutdown does not wait for long. */
const SLICE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
const BACKOFF = { firstMs: 5_000, longestMs: LONGEST_PAUSE_MS, jitter: 0.3 };
/** Where the endpoint takes other events, or where few fail: then these may be bad, and others should not wait long. */
const BACKOFF_OF_FEW = { ...BACKOFF, longestMs: 120_000 };
const DISABLED_AFTER_MS = 72 * 3_600_000;

/** What became of a window of events. `size` counts the events of the endpoint in it. */
interface SentWindow {
  readonly failures: readonly SendOutcome[];
  readonly taken: number;
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

  /**
   * Sends windows until nothing is left, the endpoint takes nothing or the time is over. Saving the place also reads
   * the settings again, so that a user's change counts from the next window on. Returns whether events may be left.
   */
  private async work(claimed: EventEndpoint, worker: string, until: number): Promise<boolean> {
    const progress = new RunProgress(claimed);
    const failures: SendOutcome[] = [];
    let at = claimed;
    let taken = 0;
    for (;;) {
      const window = await this.sendWindow(at, progress);
      failures.push(...window.failures);
      taken += window.taken;
      const now = await this.endpoints.move(at, worker, progress.place);
      // The lease is lost, or the endpoint deleted.
      if (!now) return false;
      if (now.url !== at.url || !now.enabled) return this.startAgain(now, worker);
      at = now;
      const isRefused = window.failures.length > 0 && (window.taken === 0 || isGone(window.failures));
      if (window.size > 0 && !isRefused && !progress.isFull && Date.now() < until) continue;
      if (failures.length > 0) {
        await this.fail(at, worker, failures, taken);
        return false;
      }
      await this.endpoints.rest(at, worker);
      return window.size > 0 || this.hasMore(at);
    }
  }

  /** What the former address answered says nothing about the new one. */
  private async startAgain(endpoint: EventEndpoint, worker: string): Promise<boolean> {
    await this.endpoints.rest(endpoint, worker);
    return endpoint.enabled;
  }

  private async sendWindow(endpoint: EventEndpoint, progress: RunProgress): Promise<SentWindow> {
    const { retailerId, types } = endpoint;
    const sql = this.database.of(retailerId);
    // Before the events, so that none which is committed meanwhile is skipped.
    const { position } = await this.log.ends(sql, retailerId);
    const events = await this.log.list(sql, retailerId, { after: progress.readUntil, types, limit: WINDOW });
    const last = events.at(-1)?.position ?? '0';
    const end = events.length === WINDOW || BigInt(last) > BigInt(position) ? last : position;
    const failures: SendOutcome[] = [];
    const taken = await sendInLanes(progress.read(events, end), async (event) => {
      const outcome = await this.sender.send(endpoint, EventAnswer.of(event));
      if (outcome.attempt.problem !== null) failures.push(outcome);
      return outcome.attempt.problem === null;
    });
    progress.delivered(taken);
    return { failures, taken: taken.size, size: events.length };
  }

  private async hasMore({ retailerId, position }: EventEndpoint): Promise<boolean> {
    const ends = await this.log.ends(this.database.of(retailerId), retailerId);
    return BigInt(ends.position) > BigInt(position);
  }

  private async fail(
    endpoint: EventEndpoint,
    worker: string,
    failures: readonly SendOutcome[],
    taken: number,
  ): Promise<void> {
    const { retailerId, name, attempts } = endpoint;
    const backoff = taken > 0 || failures.length < MOST_FAILURES ? BACKOFF_OF_FEW : BACKOFF;
    const dueAt = nextAttempt(pauseAfter(backoff, attempts + 1), failures);
    const failingSince = endpoint.failingSince ?? new Date();
    const reason = reasonToDisable(failingSince, failures);
    await this.endpoints.fail(endpoint, worker, { dueAt, failingSince, reason });
    if (reason !== null) this.logger.warn({ retailerId, endpoint: name, reason }, 'disabled an endpoint for events');
  }
}

const leaseEnd = (): Date => new Date(Date.now() + LEASE_MS);
const isGone = (failures: readonly SendOutcome[]): boolean => failures.some(({ gone }) => gone);

function reasonToDisable(failingSince: Date, failures: readonly SendOutcome[]): string | null {
  if (isGone(failures)) return 'The endpoint answered 410: it wants no further events.';
  const isLong = Date.now() - failingSince.getTime() >= DISABLED_AFTER_MS;
  return isLong ? 'Events could not be delivered for three days.' : null;
}

/** The end of the pause, or the later instant that the endpoint asked for, within the longest pause. */
function nextAttempt(pauseMs: number, failures: readonly SendOutcome[]): Date {
  const asked = Math.max(...failures.map(({ notBefore }) => notBefore?.getTime() ?? 0));
  return new Date(Math.min(Math.max(Date.now() + pauseMs, asked), Date.now() + LONGEST_PAUSE_MS));
}
