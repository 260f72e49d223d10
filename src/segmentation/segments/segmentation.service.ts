import { Injectable } from '@nestjs/common';
import { waitUntil } from '#libs/durable-work';
import type { Page } from '#libs/kernel';
import { RetailersService } from '../../retailers/retailers.service.js';
import { ClockHandler } from '../clock/clock.handler.js';
import { SegmentDeletionHandler } from './segment-deletion.handler.js';
import { MemberListRepository } from '../membership/member-list.repository.js';
import { SegmentRepository, type SegmentRow } from '../definitions/segment.repository.js';
import {
  compileAll,
  type SegmentDefinition,
  SegmentUpsertsService,
  type UpsertResult,
} from './segment-upserts.service.js';

export type { UpsertResult } from './segment-upserts.service.js';

export type SegmentView = Pick<
  SegmentRow,
  'id' | 'brandId' | 'name' | 'criteria' | 'version' | 'status' | 'evaluatedAt'
> & {
  /** Null while it is evaluated. */
  readonly memberCount: number | null;
  /** How far the evaluation of all customers has come, from 0 to 1. */
  readonly progress: number;
};

const LOOK_AGAIN_MS = 50;

/** Definitions of segments. */
@Injectable()
export class SegmentationService {
  constructor(
    private readonly retailers: RetailersService,
    private readonly segments: SegmentRepository,
    private readonly memberLists: MemberListRepository,
    private readonly upserts: SegmentUpsertsService,
    private readonly deletion: SegmentDeletionHandler,
    private readonly clock: ClockHandler,
  ) {}

  /**
   * Creates and changes segments, all or none; `dryRun` answers what would happen and changes nothing. Waits up to
   * `waitSeconds` for the evaluation, and then answers with its members.
   */
  async upsert(
    brandId: string,
    definitions: readonly SegmentDefinition[],
    dryRun: boolean,
    waitSeconds = 0,
  ): Promise<UpsertResult[]> {
    const wanted = compileAll(definitions);
    const { retailerId } = await this.retailers.brand(brandId);
    // What is due by the definitions of before is theirs to change, at its own instant.
    if (!dryRun) await this.clock.catchUpWith(retailerId);
    const results = await this.upserts.upsert({ retailerId, brandId }, wanted, dryRun);
    return dryRun || waitSeconds === 0 ? results : this.evaluated(retailerId, results, waitSeconds);
  }

  /** The same with the status and the members of the moment at which all are ready or the time is over. */
  private async evaluated(
    retailerId: string,
    results: readonly UpsertResult[],
    waitSeconds: number,
  ): Promise<UpsertResult[]> {
    const ids = results.map(({ id }) => id);
    const ready = await waitUntil(
      () => this.segments.readyAmong(retailerId, ids),
      ({ size }) => size === ids.length,
      { seconds: waitSeconds, everyMs: LOOK_AGAIN_MS },
    );
    const counts = await this.memberLists.counts(retailerId, [...ready]);
    return results.map((result) =>
      ready.has(result.id)
        ? { ...result, status: 'ready', memberCount: counts.get(result.id) ?? 0 }
        : { ...result, status: 'evaluating', memberCount: null },
    );
  }

  async list(brandId: string, limit: number, cursor?: string): Promise<Page<SegmentView>> {
    const { retailerId } = await this.retailers.brand(brandId);
    const page = await this.segments.list(retailerId, brandId, limit, cursor);
    const ids = page.items.map(({ id }) => id);
    const counts = await this.memberLists.counts(retailerId, ids);
    return { ...page, items: page.items.map((segment) => viewOf(segment, counts.get(segment.id) ?? 0)) };
  }

  /** The segment, or 404. */
  async get(id: string): Promise<SegmentView> {
    const segment = await this.segments.get(id);
    return viewOf(segment, await this.memberLists.count(segment.retailerId, segment.id));
  }

  /** The retailer of a segment, or 404. */
  async retailerOf(id: string): Promise<string> {
    return (await this.segments.get(id)).retailerId;
  }

  /** By customer, the names of the segments that they are in. */
  namesOf(retailerId: string, customerIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.memberLists.segmentNames(retailerId, customerIds);
  }

  /** Nobody is told that its members left: the segment is no more. */
  async delete(id: string): Promise<void> {
    await this.deletion.delete(await this.segments.get(id));
  }
}

function viewOf(segment: SegmentRow, members: number): SegmentView {
  const { id, brandId, name, criteria, version, status, evaluatedAt } = segment;
  const memberCount = status === 'ready' ? members : null;
  return { id, brandId, name, criteria, status, memberCount, version, evaluatedAt, progress: progressOf(segment) };
}

/** Customers are evaluated in the order of their ids, which lie evenly among all ids. */
function progressOf({ status, evaluationCursor }: SegmentRow): number {
  if (status === 'ready') return 1;
  return evaluationCursor === null
    ? 0
    : Math.floor((Number.parseInt(evaluationCursor.slice(0, 8), 16) / 2 ** 32) * 100) / 100;
}
