import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { conflict, entityId, type InputError, invalidInput } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { type CompiledCriteria, compileCriteria } from '../criteria/compile.js';
import { MemberListRepository } from '../membership/member-list.repository.js';
import { type Movement, PopulationRepository } from '../evaluation/population.repository.js';
import { EvaluationContextsService } from './evaluation-contexts.service.js';
import type { BrandRef } from '../rfm/rfm.repository.js';
import type { Segment, SegmentStatus } from '../definitions/segment.entity.js';
import { SegmentRepository, type SegmentRow } from '../definitions/segment.repository.js';

export interface SegmentDefinition {
  readonly name: string;
  readonly criteria: Record<string, unknown>;
  /** The version that the change was made from; where it is no longer the stored one, nothing is saved. */
  readonly version?: number;
}

export interface UpsertResult {
  readonly id: string;
  readonly name: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly status: SegmentStatus;
  /** Null while it is evaluated: what is counted then is neither the old nor the new set. */
  readonly memberCount: number | null;
  /** Who enters and leaves through this change, counted at the moment of the request. */
  readonly entered: number;
  readonly left: number;
  readonly criteria: Record<string, unknown>;
  /** Some of those who would enter and leave; only in a dry run. */
  readonly sample?: Movement['sample'];
}

/** A definition that was found right. */
export interface WantedSegment extends SegmentDefinition {
  readonly compiled: CompiledCriteria;
}

/** Creates and changes definitions. */
@Injectable()
export class SegmentUpsertsService {
  constructor(
    private readonly database: Database,
    private readonly segments: SegmentRepository,
    private readonly members: MemberListRepository,
    private readonly population: PopulationRepository,
    private readonly questions: EvaluationContextsService,
    private readonly jobs: JobProducer,
  ) {}

  /** All or none; a dry run answers what would happen and changes nothing. */
  async upsert(brand: BrandRef, wanted: readonly WantedSegment[], dryRun: boolean): Promise<UpsertResult[]> {
    return this.database.transaction(brand.retailerId, async (tx) => {
      const existing = await this.segments.ofBrand(tx, brand.retailerId, brand.brandId);
      for (const definition of wanted) checkVersion(definition, liveOf(existing.get(definition.name)));
      const plans: Plan[] = [];
      for (const definition of wanted) {
        plans.push(await this.plan(tx, { brand, definition, before: liveOf(existing.get(definition.name)), dryRun }));
      }
      // All of them at the end: an evaluation that waits for a row of a segment holds up all orders of the retailer.
      for (const { save } of plans) await save?.();
      return plans.map(({ result }) => result);
    });
  }

  private async plan(tx: Tx, upsert: Upsert): Promise<Plan> {
    const { brand, definition, before, dryRun } = upsert;
    const { name, criteria, compiled } = definition;
    const { retailerId } = brand;
    const id = before?.id ?? entityId(retailerId, 'segment', `${brand.brandId}/${name}`);
    if (before && canonical(before) === compiled.canonical) {
      const { status, criteria: stored } = before;
      const memberCount = status === 'ready' ? await this.members.count(retailerId, id, tx) : null;
      return { result: { id, name, outcome: 'unchanged', status, memberCount, entered: 0, left: 0, criteria: stored } };
    }
    const question = await this.questions.of(tx, brand, compiled);
    const { sample, ...movement } = await this.population.movement(tx, id, question);
    const outcome = before ? 'updated' : 'created';
    const result: UpsertResult = { id, name, outcome, status: 'evaluating', memberCount: null, ...movement, criteria };
    if (dryRun) return { result: { ...result, sample } };
    if (question.newRun) await this.questions.keep(tx, brand, question.newRun);
    const save = async (): Promise<void> => {
      await this.segments.save(tx, { ...brand, id, name, criteria });
      tx.afterCommit(() => this.jobs.enqueue('segmentation.evaluate', { retailerId, segmentId: id }));
    };
    return { result, save };
  }
}

interface Upsert {
  readonly brand: BrandRef;
  readonly definition: WantedSegment;
  readonly before: SegmentRow | undefined;
  readonly dryRun: boolean;
}

interface Plan {
  readonly result: UpsertResult;
  /** Undefined where there is nothing to save. */
  readonly save?: () => Promise<void>;
}

/** Every mistake of every definition in one answer; nothing is saved where there is one. */
export function compileAll(definitions: readonly SegmentDefinition[]): WantedSegment[] {
  const errors: InputError[] = [];
  const wanted: WantedSegment[] = [];
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

/** A segment that is being deleted is gone, but its rows are not yet: nobody can have its name meanwhile. */
function liveOf(stored: Segment | undefined): SegmentRow | undefined {
  if (!stored) return undefined;
  const { status, ...segment } = stored;
  if (status !== 'deleting') return { ...segment, status };
  throw conflict('segment_being_deleted', `The segment "${stored.name}" is being deleted; try again in a moment.`);
}

/** Who changes a definition has seen a version of it; somebody else may have changed it since. */
function checkVersion({ name, version }: SegmentDefinition, before: SegmentRow | undefined): void {
  if (version === undefined || version === (before?.version ?? 0)) return;
  throw conflict(
    'segment_version_conflict',
    before
      ? `The segment "${name}" has version ${before.version} by now; the change was made from version ${version}.`
      : `The segment "${name}" is gone or was never there; a new one has version 0 before it is saved.`,
  );
}

/** Undefined where an older build stored criteria that this one can't read: then the definition counts as changed. */
function canonical({ criteria }: SegmentRow): string | undefined {
  const result = compileCriteria(criteria);
  return 'errors' in result ? undefined : result.criteria.canonical;
}
