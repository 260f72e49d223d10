import { Injectable } from '@nestjs/common';
import { BoundedMap } from '#libs/bounded-map';
import { Database, type Tx } from '#libs/database';
import { entityId, groupBy, GroupCommit } from '#libs/kernel';
import { EventLogService } from '../../events/log/event-log.service.js';
import type { NewEvent } from '../../events/log/event-types.js';
import { type ClickRequest, looksLikeRobot } from './click-request.js';
import { ClicksMetrics } from './clicks.metrics.js';
import { type ClickRow, ClicksRepository } from './clicks.repository.js';
import { judged } from './judge.js';
import { type LinkedMessage, MessageSourceService } from './message-source.service.js';

/**
 * The stored requests for one link of a message that look alike. More of them say nothing new, and whoever knows a link
 * could fill the table. Requests that look like a person's have room of their own.
 */
const MOST_ALIKE = 20;
/** Entries of the counts; one has about 100 bytes. */
const MOST_COUNTED = 20_000;
const GROUPS = { maxInFlight: 2, maxItems: 100 };

/** Stores clicks and judges them. All clicks of a message are judged again with each new one. */
@Injectable()
export class ClickRecorderService {
  private readonly groups = new GroupCommit<ClickRequest>((group) => this.writeAll(group), GROUPS);
  private readonly counts = new BoundedMap<string, number>(MOST_COUNTED);

  constructor(
    private readonly database: Database,
    private readonly messages: MessageSourceService,
    private readonly repository: ClicksRepository,
    private readonly metrics: ClicksMetrics,
    private readonly log: EventLogService,
  ) {}

  /** Resolves once the click is stored, or at once where it would not be. */
  async record(request: ClickRequest): Promise<void> {
    if (this.isTooMany(request)) return;
    await this.groups.add(request);
  }

  /** Counts in memory first, so that a flood of requests costs no statements. */
  private isTooMany(request: ClickRequest): boolean {
    const key = `${request.message.id}/${alike(request)}`;
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return count > MOST_ALIKE;
  }

  private async writeAll(group: readonly ClickRequest[]): Promise<void> {
    for (const [retailerId, requests] of groupBy(group, ({ message }) => message.retailerId)) {
      await this.database.transaction(retailerId, (tx) => this.write(tx, retailerId, requests));
    }
  }

  private async write(tx: Tx, retailerId: string, requests: readonly ClickRequest[]): Promise<void> {
    const byMessage = groupBy(requests, ({ message }) => message.id);
    const messages = await this.messages.lock(tx, retailerId, [...byMessage.keys()]);
    const before = groupBy(
      await this.repository.ofMessages(
        tx,
        retailerId,
        messages.map(({ id }) => id),
      ),
      ({ messageId }) => messageId,
    );
    const added: ClickRow[] = [];
    const changed: ClickRow[] = [];
    let humans = 0;
    for (const message of messages) {
      const known = before.get(message.id) ?? [];
      const asked = byMessage.get(message.id) ?? [];
      const clicks = judged([...known, ...newClicks(retailerId, message, known, asked)], asked[0]?.links ?? 0);
      added.push(...clicks.slice(known.length));
      changed.push(...clicks.slice(0, known.length).filter(({ sign }, index) => sign !== known[index]?.sign));
      humans += newPeople(known, clicks.slice(known.length));
    }
    await this.repository.insert(tx, added);
    await this.repository.setSigns(tx, retailerId, changed);
    this.log.record(tx, retailerId, clickEvents(retailerId, added));
    tx.afterCommit(() => {
      const robots = added.filter(({ sign }) => sign !== null).length;
      this.metrics.clicked(retailerId, { human: humans, robot: robots });
    });
  }
}

const alike = (request: Parameters<typeof looksLikeRobot>[0]): string =>
  `${request.linkId}/${looksLikeRobot(request) ? 'robot' : 'person'}`;

/** The rows for the requests, without those that there are enough of. */
function newClicks(
  retailerId: string,
  { id, executionId, stepId, customerId, takenAt }: LinkedMessage,
  known: readonly ClickRow[],
  requests: readonly ClickRequest[],
): ClickRow[] {
  const counts = new Map<string, number>();
  const count = (key: string): number => {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  };
  for (const click of known) count(alike({ ...click, links: 0 }));
  return requests
    .filter((request) => count(alike(request)) <= MOST_ALIKE)
    .map(({ linkId, at, method, agent, prefetch, trap }, index) => ({
      retailerId,
      messageId: id,
      number: (known.at(-1)?.number ?? 0) + index + 1,
      linkId,
      executionId,
      stepId,
      customerId,
      clickedAt: at,
      secondsAfterSent: takenAt ? (at.getTime() - takenAt.getTime()) / 1_000 : 0,
      method,
      agent,
      prefetch,
      trap,
      sign: null,
    }));
}

/** How many links a person clicked for the first time. */
function newPeople(known: readonly ClickRow[], added: readonly ClickRow[]): number {
  const linksOf = (clicks: readonly ClickRow[]): string[] =>
    clicks.filter(({ sign }) => sign === null).map(({ linkId }) => linkId);
  const before = new Set(linksOf(known));
  return new Set(linksOf(added).filter((linkId) => !before.has(linkId))).size;
}

/** The id names the link and the message, so the first click of a person on a link is the only one that is reported. */
const clickEvents = (retailerId: string, added: readonly ClickRow[]): NewEvent[] =>
  added
    .filter(({ sign, customerId }) => sign === null && customerId !== null)
    .map(({ messageId, linkId, executionId, stepId, customerId, clickedAt }) => ({
      id: entityId(retailerId, 'event', JSON.stringify(['email.clicked', messageId, linkId])),
      type: 'email.clicked',
      at: clickedAt,
      customerId,
      data: { messageId, executionId, step: stepId, linkId },
    }));
