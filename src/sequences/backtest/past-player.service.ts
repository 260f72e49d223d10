import { Injectable } from '@nestjs/common';
import { clockOf, Database, type Sql } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { type Estimate, returnRate, windowFrom } from '#libs/lift';
import { PastQueries } from '../../commerce/queries/past.queries.js';
import { RecipientQueries } from '../../commerce/queries/recipient.queries.js';
import { EmailService } from '../../email/email.service.js';
import { type PastEntry, PastEntriesService } from '../../segmentation/past/past-entries.service.js';
import type { SequenceRow } from '../definitions/sequence.repository.js';
import { EnrolmentRepository } from '../enrolments/enrolment.repository.js';
import { type Visit, visitRulesOf, visitsOf } from './visits.js';

const AT_ONCE = 2_000;

/** A span of the past of a store, for one sequence. */
export interface PastOf {
  readonly sequence: Pick<SequenceRow, 'retailerId' | 'id' | 'brandId' | 'definition'>;
  readonly segmentId: string;
  readonly from: Date;
  readonly to: Date;
  readonly windowDays: number;
  /** The largest number of customers to look at; default is all. */
  readonly most?: number;
}

/** An entry and what became of it: null while its window is open. */
export interface PlayedVisit extends Visit {
  readonly cameBack: boolean | null;
}

export interface Played {
  readonly visits: readonly PlayedVisit[];
  /** The number of customers that were looked at. */
  readonly customers: number;
  /** Visits whose window has closed. */
  readonly closed: number;
  readonly cameBack: number;
  readonly baseline: Estimate | null;
}

/** Plays a sequence over the past of a store: who would have entered it, and would have come back without it. */
@Injectable()
export class PastPlayerService {
  constructor(
    private readonly database: Database,
    private readonly pastEntries: PastEntriesService,
    private readonly past: PastQueries,
    private readonly recipients: RecipientQueries,
    private readonly enrolments: EnrolmentRepository,
    private readonly email: EmailService,
  ) {}

  async play({ sequence, segmentId, from, to, windowDays, most }: PastOf): Promise<Played> {
    const { retailerId, id, brandId, definition } = sequence;
    const sql = this.database.of(retailerId);
    const span = { from: from.getTime(), to: to.getTime() };
    const entries: PastEntry[] = [];
    const reachable = new Set<string>();
    const earlier: Visit[] = [];
    let customers = 0;
    for await (const part of this.pastEntries.of(segmentId, span, most)) {
      customers += part.customers;
      entries.push(...part.entries);
      if (part.entries.length === 0) continue;
      const ids = [...new Set(part.entries.map(({ customerId }) => customerId))];
      for (const one of await this.reachableAmong(sql, retailerId, brandId, ids)) reachable.add(one);
      earlier.push(...(await this.visitsBefore(sql, retailerId, id, ids, from)));
    }
    const visits = visitsOf(entries, visitRulesOf(definition), (one) => reachable.has(one), earlier);
    const played = await this.outcomes(sql, retailerId, visits, windowDays);
    const closed = played.filter(({ cameBack }) => cameBack !== null);
    const cameBack = closed.filter((visit) => visit.cameBack).length;
    return {
      visits: played,
      customers,
      closed: closed.length,
      cameBack,
      baseline: returnRate(cameBack, closed.length),
    };
  }

  /** Who of these may get emails of the brand today. What they had agreed to at that time is not known. */
  private async reachableAmong(
    sql: Sql,
    retailerId: string,
    brandId: string,
    customerIds: readonly string[],
  ): Promise<string[]> {
    const verdicts = await this.email.decide(
      sql,
      retailerId,
      { brandId, ...NO_RULES },
      customerIds,
      await clockOf(sql),
    );
    return customerIds.filter((id) => verdicts.get(id)?.verdict === 'send');
  }

  /** The true entries of these customers, and of others with their address, before an instant. */
  private async visitsBefore(
    sql: Sql,
    retailerId: string,
    sequenceId: string,
    customerIds: readonly string[],
    before: Date,
  ): Promise<Visit[]> {
    const mailboxes = await this.recipients.withSameAddress(sql, retailerId, customerIds);
    const people = new Map(mailboxes.map(({ id, email }) => [id, email ?? id]));
    const entries = await this.enrolments.entriesBefore(sql, retailerId, sequenceId, [...people.keys()], before);
    if (entries.length === 0) return [];
    const reached = await this.email.reached(
      sql,
      retailerId,
      [...new Set(entries.map(({ customerId }) => customerId))],
      [...new Set(entries.map(({ executionId }) => executionId))],
    );
    const names = new Set(reached.map(({ customerId, executionId }) => `${customerId} ${executionId}`));
    return entries.map(({ customerId, executionId, active, held, enrolledAt }) => ({
      customerId,
      person: people.get(customerId) ?? customerId,
      enteredAt: enrolledAt.getTime(),
      endsAt: active ? Infinity : enrolledAt.getTime(),
      emails: active || held || names.has(`${customerId} ${executionId}`) ? 1 : 0,
    }));
  }

  private async outcomes(
    sql: Sql,
    retailerId: string,
    visits: readonly Visit[],
    windowDays: number,
  ): Promise<PlayedVisit[]> {
    const now = await clockOf(sql);
    const played: PlayedVisit[] = [];
    for (let start = 0; start < visits.length; start += AT_ONCE) {
      const some = visits.slice(start, start + AT_ONCE);
      const returned = await this.returned(sql, retailerId, some, windowDays);
      for (const visit of some) {
        const isOpen = windowFrom(new Date(visit.enteredAt), windowDays).closesAt > now;
        played.push({ ...visit, cameBack: isOpen ? null : returned.has(visit) });
      }
    }
    return played;
  }

  /** The visits that a counted order in their window followed, of any record of the person. */
  private async returned(
    sql: Sql,
    retailerId: string,
    visits: readonly Visit[],
    windowDays: number,
  ): Promise<ReadonlySet<Visit>> {
    const ids = [...new Set(visits.map(({ customerId }) => customerId))];
    const mailboxes = await this.recipients.withSameAddress(sql, retailerId, ids);
    const records = groupBy(mailboxes, ({ id, email }) => email ?? id);
    const windows = visits.flatMap((visit) => {
      const { closesAt } = windowFrom(new Date(visit.enteredAt), windowDays);
      // An order that makes the customer enter is at this very instant. It is no return.
      const opensAt = new Date(visit.enteredAt + 1);
      return (records.get(visit.person) ?? []).map(({ id }) => ({ visit, customerId: id, opensAt, closesAt }));
    });
    const found = await this.past.ordersIn(sql, retailerId, windows);
    return new Set(windows.flatMap(({ visit }, index) => (found.has(index) ? [visit] : [])));
  }
}

/** The rules of a live run that depend on the customer alone. */
const NO_RULES = {
  mode: 'live',
  segmentId: null,
  frequencyCap: null,
  quietHours: null,
  timeZone: null,
  conditions: null,
} as const;
