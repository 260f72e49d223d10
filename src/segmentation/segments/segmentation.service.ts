import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { waitUntil } from '#libs/durable-work';
import type { Page } from '#libs/kernel';
import { RetailersService } from '../../retailers/retailers.service.js';
import { ClockService } from '../clock/clock.service.js';
import { SegmentDeletionHandler } from './segment-deletion.handler.js';
import { MemberListRepository } from '../membership/member-list.repository.js';
import { SegmentRepository, type SegmentRow } from '../definitions/segment.repository.js';
import { compileAll, SegmentUpsertsService } from './segment-upserts.service.js';
import type { SegmentAnswer, SegmentDefinition, UpsertResult } from './segments.dto.js';

const POLL_MS = 50;

/** Segments as requests see them. */
@Injectable()
export class SegmentationService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly segments: SegmentRepository,
    private readonly memberLists: MemberListRepository,
    private readonly upserts: SegmentUpsertsService,
    private readonly deletion: SegmentDeletionHandler,
    private readonly clock: ClockService,
  ) {}

  /**
   * Creates and changes all segments or none. `dryRun` changes nothing and adds samples. Waits up to `waitSeconds` for
   * the evaluation, and then answers with the numbers of members.
   */
  async upsert(
    brandId: string,
    definitions: readonly SegmentDefinition[],
    dryRun: boolean,
    waitSeconds = 0,
  ): Promise<UpsertResult[]> {
    const wanted = compileAll(definitions);
    const { retailerId } = await this.retailers.brand(brandId);
    // Changes that are due by the old definitions are made first, each at its own instant.
    if (!dryRun) await this.clock.catchUpRetailer(retailerId);
    const results = await this.upserts.upsert({ retailerId, brandId }, wanted, dryRun);
    return dryRun || waitSeconds === 0 ? results : this.evaluated(retailerId, results, waitSeconds);
  }

  /** The results with the status and the number of members once all segments are ready, or the time is over. */
  private async evaluated(
    retailerId: string,
    results: readonly UpsertResult[],
    waitSeconds: number,
  ): Promise<UpsertResult[]> {
    const ids = results.map(({ id }) => id);
    const ready = await waitUntil(
      () => this.segments.readyAmong(retailerId, ids),
      ({ size }) => size === ids.length,
      { seconds: waitSeconds, everyMs: POLL_MS },
    );
    const counts = await this.memberLists.counts(retailerId, [...ready]);
    return results.map((result) =>
      ready.has(result.id)
        ? { ...result, status: 'ready', memberCount: counts.get(result.id) ?? 0 }
        : { ...result, status: 'evaluating', memberCount: null },
    );
  }

  async list(brandId: string, limit: number, cursor?: string): Promise<Page<SegmentAnswer>> {
    const { retailerId } = await this.retailers.brand(brandId);
    const page = await this.segments.list(retailerId, brandId, limit, cursor);
    const ids = page.items.map(({ id }) => id);
    const counts = await this.memberLists.counts(retailerId, ids);
    return { ...page, items: page.items.map((segment) => viewOf(segment, counts.get(segment.id) ?? 0)) };
  }

  /** The segment, or 404. */
  async get(id: string): Promise<SegmentAnswer> {
    const segment = await this.segments.get(id);
    return viewOf(segment, await this.memberLists.count(segment.retailerId, segment.id));
  }

  /** The retailer of a segment, or 404. */
  async retailerOf(id: string): Promise<string> {
    return (await this.segments.get(id)).retailerId;
  }

  /** The names of the segments that each customer is in, by customer. */
  namesOf(
    retailerId: string,
    customerIds: readonly string[],
    sql?: Sql,
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.memberLists.segmentNames(retailerId, customerIds, sql);
  }

  /** Deletes the segment. Its members get no event, because no segment is left that they could leave. */
  async delete(id: string): Promise<void> {
    await this.deletion.delete(await this.segments.get(id));
  }
}

function viewOf(segment: SegmentRow, members: number): SegmentAnswer {
  const { id, brandId, name, formerNames, criteria, version, status, evaluatedAt } = segment;
  const memberCount = status === 'ready' ? members : null;
  const progress = progressOf(segment);
  return { id, brandId, name, formerNames, criteria, status, memberCount, version, evaluatedAt, progress };
}

/** Customers are evaluated in the order of their ids, and ids are evenly distributed. */
function progressOf({ status, evaluationCursor }: SegmentRow): number {
  if (status === 'ready') return 1;
  return evaluationCursor === null
    ? 0
    : Math.floor((Number.parseInt(evaluationCursor.slice(0, 8), 16) / 2 ** 32) * 100) / 100;
}
