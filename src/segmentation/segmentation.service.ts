import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { entityId, type InputError, invalidInput, type Page } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { RetailersService } from '../retailers/retailers.service.js';
import { type CompiledCriteria, compileCriteria } from './criteria/compile.js';
import { type Member, MembershipRepository } from './membership.repository.js';
import type { SegmentStatus } from './segment.entity.js';
import { SegmentRepository, type SegmentRow } from './segment.repository.js';

export type { Member } from './membership.repository.js';

export interface SegmentDefinition {
  readonly name: string;
  readonly criteria: Record<string, unknown>;
}

export interface UpsertResult {
  readonly id: string;
  readonly name: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly status: SegmentStatus;
  readonly memberCount: number;
  /** Who enters and leaves through this change, counted at the moment of the request. */
  readonly entered: number;
  readonly left: number;
  readonly criteria: Record<string, unknown>;
}

export type SegmentView = Omit<SegmentRow, 'retailerId'> & { readonly memberCount: number };

interface Wanted extends SegmentDefinition {
  readonly compiled: CompiledCriteria;
}

/** Definitions of segments and who is in them. */
@Injectable()
export class SegmentationService {
  constructor(
    private readonly database: Database,
    private readonly retailers: RetailersService,
    private readonly segments: SegmentRepository,
    private readonly memberships: MembershipRepository,
    private readonly jobs: JobProducer,
  ) {}

  /** Creates and changes segments, all or none; `dryRun` answers what would happen and changes nothing. */
  async upsert(brandId: string, definitions: readonly SegmentDefinition[], dryRun: boolean): Promise<UpsertResult[]> {
    const wanted = compileAll(definitions);
    const { retailerId } = await this.retailers.brand(brandId);
    return this.database.transaction(async (tx) => {
      const existing = await this.segments.ofBrand(tx, retailerId, brandId);
      const results: UpsertResult[] = [];
      for (const definition of wanted) {
        const before = existing.get(definition.name);
        results.push(await this.upsertOne(tx, { retailerId, brandId, definition, before, dryRun }));
      }
      return results;
    });
  }

  private async upsertOne(
    tx: Tx,
    { retailerId, brandId, definition: { name, criteria, compiled }, before, dryRun }: Upsert,
  ): Promise<UpsertResult> {
    const id = before?.id ?? entityId(retailerId, 'segment', `${brandId}/${name}`);
    const memberCount = before ? await this.memberships.count(tx, retailerId, id) : 0;
    if (before && canonical(before) === compiled.canonical) {
      return {
        id,
        name,
        outcome: 'unchanged',
        status: before.status,
        memberCount,
        entered: 0,
        left: 0,
        criteria: before.criteria,
      };
    }
    const movement = await this.memberships.movement(tx, retailerId, id, compiled);
    if (!dryRun) {
      await this.segments.save(tx, { retailerId, id, brandId, name, criteria });
      tx.afterCommit(() => this.jobs.ring('segmentation.evaluate', { retailerId, segmentId: id }));
    }
    return {
      id,
      name,
      outcome: before ? 'updated' : 'created',
      status: 'evaluating',
      memberCount,
      ...movement,
      criteria,
    };
  }

  async list(brandId: string, limit: number, cursor?: string): Promise<Page<SegmentView>> {
    const { retailerId } = await this.retailers.brand(brandId);
    const page = await this.segments.list(retailerId, brandId, limit, cursor);
    return { ...page, items: await Promise.all(page.items.map((segment) => this.view(segment))) };
  }

  /** The segment, or 404. */
  async get(id: string): Promise<SegmentView> {
    return this.view(await this.segments.get(id));
  }

  async members(id: string, limit: number, cursor?: string): Promise<Page<Member>> {
    const { retailerId } = await this.segments.get(id);
    return this.memberships.members(retailerId, id, limit, cursor);
  }

  /** By customer, the names of the segments that they are in. */
  namesOf(retailerId: string, customerIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.memberships.segmentNames(retailerId, customerIds);
  }

  async delete(id: string): Promise<void> {
    await this.segments.delete(await this.segments.get(id));
  }

  private async view({ retailerId, ...segment }: SegmentRow): Promise<SegmentView> {
    return { ...segment, memberCount: await this.memberships.count(this.database, retailerId, segment.id) };
  }
}

interface Upsert {
  readonly retailerId: string;
  readonly brandId: string;
  readonly definition: Wanted;
  readonly before: SegmentRow | undefined;
  readonly dryRun: boolean;
}

/** Every mistake of every definition in one answer; nothing is saved where there is one. */
function compileAll(definitions: readonly SegmentDefinition[]): Wanted[] {
  const errors: InputError[] = [];
  const wanted: Wanted[] = [];
  const names = new Set<string>();
  definitions.forEach((definition, index) => {
    const pointer = `/segments/${index}`;
    if (names.has(definition.name)) errors.push({ pointer: `${pointer}/name`, detail: 'is in the request twice' });
    names.add(definition.name);
    const result = compileCriteria(definition.criteria, `${pointer}/criteria`);
    if ('errors' in result) errors.push(...result.errors);
    else wanted.push({ ...definition, compiled: result.criteria });
  });
  if (errors.length > 0) throw invalidInput(errors);
  return wanted;
}

/** Undefined where an older build stored criteria that this one can't read: then the definition counts as changed. */
function canonical({ criteria }: SegmentRow): string | undefined {
  const result = compileCriteria(criteria);
  return 'errors' in result ? undefined : result.criteria.canonical;
}
