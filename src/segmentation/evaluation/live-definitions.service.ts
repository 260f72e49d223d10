import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Definition } from './assessment.js';
import { type CompiledCriteria, compileCriteria } from '../criteria/compile.js';
import type { RfmBoundaries } from '../criteria/rfm.js';
import { RfmRepository } from '../rfm/rfm.repository.js';
import { type SegmentHead, SegmentRepository, stateOf } from '../definitions/segment.repository.js';

/** A definition as it stands now. */
export interface LiveDefinition extends Definition {
  /** The brand's latest RFM run. */
  readonly rfm: RfmBoundaries | null;
  /** Whether single customers are looked at: while all are evaluated, only those that the evaluation has passed. */
  readonly covers: (customerId: string) => boolean;
}

export interface LiveDefinitions {
  readonly all: readonly LiveDefinition[];
  /** Whether time alone changes any membership. */
  readonly timed: boolean;
  /** Products that any of them asks for. */
  readonly productIds: readonly string[];
  /** Whether all customers are under evaluation for any of them. */
  readonly evaluating: boolean;
}

interface Known {
  readonly brandId: string;
  readonly definition: LiveDefinition;
}

interface Kept extends Omit<LiveDefinitions, 'all'> {
  /** That of the segments when they were read. */
  readonly state: string;
  readonly known: readonly Known[];
  readonly usesRfm: boolean;
}

const MOST_KEPT = 50_000;

/** The retailer's definitions: read again when something about its segments has changed, and then only those compiled anew. */
@Injectable()
export class LiveDefinitionsService {
  private readonly kept = new Map<string, Kept>();
  private readonly compiled = new Map<string, { readonly state: string; readonly criteria: CompiledCriteria }>();

  constructor(
    private readonly segments: SegmentRepository,
    private readonly rfm: RfmRepository,
  ) {}

  async of(tx: Tx, retailerId: string): Promise<LiveDefinitions> {
    const kept = this.kept.get(retailerId);
    const state = await this.segments.state(tx, retailerId);
    const { known, usesRfm, ...rest } = kept?.state === state ? kept : await this.read(tx, retailerId);
    if (!usesRfm) return { ...rest, all: known.map(({ definition }) => definition) };
    const runs = await this.rfm.boundaries(tx, retailerId);
    const all = known.map(({ brandId, definition: { segmentId, criteria, covers } }) => ({
      segmentId,
      criteria,
      rfm: runs.get(brandId) ?? null,
      covers,
    }));
    return { ...rest, all };
  }

  private async read(tx: Tx, retailerId: string): Promise<Kept> {
    const heads = await this.segments.heads(tx, retailerId);
    if (this.compiled.size + heads.length > MOST_KEPT) {
      this.compiled.clear();
      this.kept.clear();
    }
    const { compiled, unreadable } = await this.compile(tx, retailerId, heads);
    // Of another build, which is being rolled out or back. The others must not wait for it.
    if (unreadable.length > 0) await this.segments.evaluateAgain(tx, retailerId, unreadable);
    const known = heads.flatMap((head): Known[] => {
      const criteria = compiled.get(head.id);
      const { id: segmentId, brandId } = head;
      return criteria ? [{ brandId, definition: { segmentId, criteria, rfm: null, covers: coverage(head) } }] : [];
    });
    const criteria = known.map(({ definition }) => definition.criteria);
    const kept = {
      state: stateOf(heads),
      known,
      usesRfm: criteria.some(({ usesRfm }) => usesRfm),
      timed: criteria.some(({ instants }) => instants.length > 0),
      evaluating: heads.some(({ status }) => status !== 'ready'),
      productIds: [...new Set(criteria.flatMap(({ productIds }) => productIds))],
    };
    this.kept.set(retailerId, kept);
    return kept;
  }

  /** By id; a segment that is gone by now is missing. */
  private async compile(
    tx: Tx,
    retailerId: string,
    heads: readonly SegmentHead[],
  ): Promise<{ readonly compiled: ReadonlyMap<string, CompiledCriteria>; readonly unreadable: readonly string[] }> {
    const compiled = new Map<string, CompiledCriteria>();
    const unreadable: string[] = [];
    const wanted: string[] = [];
    for (const { id, state } of heads) {
      const kept = this.compiled.get(id);
      if (kept?.state === state) compiled.set(id, kept.criteria);
      else wanted.push(id);
    }
    if (wanted.length === 0) return { compiled, unreadable };
    for (const { id, state, criteria: stored } of await this.segments.definitions(tx, retailerId, wanted)) {
      const result = compileCriteria(stored);
      if ('errors' in result) {
        unreadable.push(id);
      } else {
        this.compiled.set(id, { state, criteria: result.criteria });
        compiled.set(id, result.criteria);
      }
    }
    return { compiled, unreadable };
  }
}

/** Stored criteria, which were checked before they were stored. */
export function compiledOf(segmentId: string, stored: unknown): CompiledCriteria {
  const result = compileCriteria(stored);
  if ('errors' in result) throw new Error(`segment ${segmentId} holds criteria that this build can't read`);
  return result.criteria;
}

function coverage({ status, evaluationCursor }: SegmentHead): (customerId: string) => boolean {
  if (status === 'ready') return everybody;
  return evaluationCursor === null ? nobody : (customerId) => customerId <= evaluationCursor;
}

const everybody = (): boolean => true;
const nobody = (): boolean => false;
