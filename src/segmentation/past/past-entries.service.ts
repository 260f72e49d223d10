import { Injectable } from '@nestjs/common';
import { Database, type Sql } from '#libs/database';
import { groupBy } from '#libs/kernel';
import { type PastCustomer, PastQueries } from '../../commerce/queries/past.queries.js';
import type { CompiledCriteria } from '../criteria/compile.js';
import { SegmentRepository, type SegmentRow } from '../definitions/segment.repository.js';
import { compiledOf } from '../evaluation/live-definitions.service.js';
import { PopulationRepository, type Slice } from '../evaluation/population.repository.js';
import { MembershipRepository } from '../membership/membership.repository.js';
import { RfmRepository } from '../rfm/rfm.repository.js';
import { entriesIn, type Stay } from './past-entries.js';
import { replay, type RfmHistory, type Span } from './replay.js';
import { rfmHistoryOf } from './rfm-history.js';

/** An entry of a customer into a segment. */
export interface PastEntry extends Stay, Pick<PastCustomer, 'email' | 'marketing'> {
  readonly customerId: string;
  /** The first counted order after the entry. */
  readonly orderedAt: number | null;
}

const CUSTOMERS_AT_ONCE = 2_000;

/**
 * Who entered a segment in the past. Since the present criteria were saved, the recorded transitions count, as far as
 * they are kept. Before, the criteria are applied to the orders.
 */
@Injectable()
export class PastEntriesService {
  constructor(
    private readonly database: Database,
    private readonly segments: SegmentRepository,
    private readonly population: PopulationRepository,
    private readonly memberships: MembershipRepository,
    private readonly rfm: RfmRepository,
    private readonly past: PastQueries,
  ) {}

  /**
   * The entries in the span, in parts. Within a part they have no order. `most`: the number of customers to look at;
   * default is all. They are the first by their ids, which are as good as random.
   */
  async *of(
    segmentId: string,
    span: Span,
    most = Infinity,
  ): AsyncGenerator<{ readonly customers: number; readonly entries: readonly PastEntry[] }> {
    const segment = await this.segments.get(segmentId);
    const sql = this.database.of(segment.retailerId);
    const criteria = compiledOf(segmentId, segment.criteria);
    const rfm = await this.rfmOf(sql, segment, criteria);
    const recorded = Math.max(segment.definedAt.getTime(), await this.memberships.recordedSince(sql, segment));
    const computed = { from: span.from, to: Math.min(recorded, await this.memberships.clock(sql)) };
    let cursor: string | null = null;
    for (let seen = 0; seen < most; seen += CUSTOMERS_AT_ONCE) {
      const size = Math.min(CUSTOMERS_AT_ONCE, most - seen);
      const slice = await this.population.slice(sql, segment.retailerId, cursor, size);
      yield await this.inSlice(sql, { segment, criteria, rfm, computed, recorded }, span, slice);
      if (slice.done) return;
      cursor = slice.upTo;
    }
  }

  private async inSlice(sql: Sql, { segment, criteria, rfm, computed, recorded }: Subject, span: Span, slice: Slice) {
    const { retailerId, id } = segment;
    const customers = await this.past.customers(sql, retailerId, slice, criteria.productIds);
    const records = await this.memberships.transitionsSince(sql, { retailerId, id }, new Date(recorded), slice);
    const byCustomer = groupBy(records, ({ customerId }) => customerId);
    const entries = customers.flatMap((customer): PastEntry[] => {
      const replayed = computed.from < computed.to ? replay(criteria, customer, computed, rfm) : NOTHING;
      const { insideBefore, transitions } = replayed;
      const known = { insideBefore, computed: transitions, recorded: byCustomer.get(customer.id) ?? [] };
      return entriesIn(span, known).map((stay) => entryOf(customer, stay));
    });
    return { customers: customers.length, entries };
  }

  private async rfmOf(sql: Sql, segment: SegmentRow, { usesRfm }: CompiledCriteria): Promise<RfmHistory> {
    return rfmHistoryOf(usesRfm ? await this.rfm.runs(sql, segment) : []);
  }
}

interface Subject {
  readonly segment: SegmentRow;
  readonly criteria: CompiledCriteria;
  readonly rfm: RfmHistory;
  /** The part of the span before the recorded transitions. */
  readonly computed: Span;
  /** Since when the transitions are recorded by the present criteria and kept, in milliseconds since the epoch. */
  readonly recorded: number;
}

const NOTHING = { insideBefore: false, transitions: [] };

const entryOf = ({ id, email, marketing, orders }: PastCustomer, stay: Stay): PastEntry => ({
  ...stay,
  customerId: id,
  email,
  marketing,
  orderedAt: orders.find(({ orderedAt }) => orderedAt > stay.enteredAt)?.orderedAt ?? null,
});
