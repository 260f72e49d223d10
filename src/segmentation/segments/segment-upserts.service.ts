import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '#libs/database';
import { conflict, entityId, type InputError, invalidInput } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { type CompiledCriteria, compileCriteria } from '../criteria/compile.js';
import { MemberListRepository } from '../membership/member-list.repository.js';
import { PopulationRepository } from '../evaluation/population.repository.js';
import { EvaluationContextsService } from './evaluation-contexts.service.js';
import type { BrandRef } from '../rfm/rfm.repository.js';
import type { Segment } from '../definitions/segment.entity.js';
import { SegmentRepository, type SegmentRow } from '../definitions/segment.repository.js';
import type { SegmentDefinition, UpsertResult } from './segments.dto.js';

/** A valid definition. */
export interface WantedSegment extends SegmentDefinition {
  readonly compiled: CompiledCriteria;
}

/** Creates and changes definitions of segments. */
@Injectable()
export class SegmentUpsertsService {
  constructor(
    private readonly database: Database,
    private readonly segments: SegmentRepository,
    private readonly members: MemberListRepository,
    private readonly population: PopulationRepository,
    private readonly contexts: EvaluationContextsService,
    private readonly jobs: JobProducer,
  ) {}

  /** Saves all definitions or none. A dry run saves none and adds samples. */
  async upsert(brand: BrandRef, wanted: readonly WantedSegment[], dryRun: boolean): Promise<UpsertResult[]> {
    return this.database.transaction(brand.retailerId, async (tx) => {
      const existing = await this.segments.ofBrand(tx, brand.retailerId, brand.brandId);
      checkTwice(wanted, existing);
      for (const definition of wanted) checkVersion(definition, liveOf(existing.get(definition.name)));
      const plans: Plan[] = [];
      for (const definition of wanted) {
        plans.push(await this.plan(tx, { brand, definition, before: liveOf(existing.get(definition.name)), dryRun }));
      }
      // The writes come last: an evaluation that waits for a row of a segment delays all orders of the retailer.
      for (const { save } of plans) await save?.();
      return plans.map(({ result }) => result);
    });
  }

  private async plan(tx: Tx, upsert: Upsert): Promise<Plan> {
    const { brand, definition, before, dryRun } = upsert;
    const { criteria, compiled } = definition;
    const { retailerId } = brand;
    const name = before?.name ?? definition.name;
    const id = before?.id ?? entityId(retailerId, 'segment', `${brand.brandId}/${name}`);
    if (before && canonical(before) === compiled.canonical) {
      const { status, criteria: stored } = before;
      const memberCount = status === 'ready' ? await this.members.count(retailerId, id, tx) : null;
      return { result: { id, name, outcome: 'unchanged', status, memberCount, entered: 0, left: 0, criteria: stored } };
    }
    const context = await this.contexts.of(tx, brand, compiled);
    const { sample, ...counts } = await this.population.expectedChange(tx, id, context);
    const outcome = before ? 'updated' : 'created';
    const result: UpsertResult = { id, name, outcome, status: 'evaluating', memberCount: null, ...counts, criteria };
    if (dryRun) return { result: { ...result, sample } };
    if (context.newRun) await this.contexts.saveRun(tx, brand, context.newRun);
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
  /** Undefined in a dry run, and where the definition is unchanged. */
  readonly save?: () => Promise<void>;
}

const TWICE = 'is in the request twice';

/** Compiles all definitions, or throws one problem with every mistake of each. */
export function compileAll(definitions: readonly SegmentDefinition[]): WantedSegment[] {
  const errors: InputError[] = [];
  const wanted: WantedSegment[] = [];
  const names = new Set<string>();
  definitions.forEach((definition, index) => {
    const pointer = `/segments/${index}`;
    if (names.has(definition.name)) errors.push({ pointer: `${pointer}/name`, detail: TWICE });
    names.add(definition.name);
    const result = compileCriteria(definition.criteria, `${pointer}/criteria`);
    if ('errors' in result) errors.push(...result.errors);
    else wanted.push({ ...definition, compiled: result.criteria });
  });
  if (errors.length > 0) throw invalidInput(errors);
  return wanted;
}

/** Throws 422 where two definitions name one segment, by its name and a former one. */
function checkTwice(wanted: readonly WantedSegment[], existing: ReadonlyMap<string, Segment>): void {
  const seen = new Set<Segment>();
  const errors = wanted.flatMap(({ name }, index): InputError[] => {
    const segment = existing.get(name);
    if (!segment) return [];
    if (seen.has(segment)) return [{ pointer: `/segments/${index}/name`, detail: TWICE }];
    seen.add(segment);
    return [];
  });
  if (errors.length > 0) throw invalidInput(errors);
}

/** A segment that is being deleted still has rows, and keeps its names until they are deleted. */
function liveOf(stored: Segment | undefined): SegmentRow | undefined {
  if (!stored) return undefined;
  const { status, ...segment } = stored;
  if (status !== 'deleting') return { ...segment, status };
  throw conflict('segment_being_deleted', `The segment "${stored.name}" is being deleted. Try again in a moment.`);
}

/** Throws 409 where another request has changed the definition since the version that the change is based on. */
function checkVersion({ name, version }: SegmentDefinition, before: SegmentRow | undefined): void {
  if (version === undefined || version === (before?.version ?? 0)) return;
  throw conflict(
    'segment_version_conflict',
    before
      ? `The segment "${name}" has version ${before.version} now; the change is based on version ${version}.`
      : `The segment "${name}" does not exist; a new segment has version 0 until it is saved.`,
  );
}

/** Undefined where another build stored criteria that this build can't read. The definition then counts as changed. */
function canonical({ criteria }: SegmentRow): string | undefined {
  const result = compileCriteria(criteria);
  return 'errors' in result ? undefined : result.criteria.canonical;
}
