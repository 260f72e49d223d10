import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Definition } from './evaluate.js';
import { type CompiledCriteria, compileCriteria } from '../criteria/compile.js';
import { RfmRepository } from '../rfm/rfm.repository.js';
import { type SegmentHead, SegmentRepository, fingerprintOf } from '../definitions/segment.repository.js';

export interface LiveDefinitions {
  readonly all: readonly Definition[];
  /** Whether time alone can change a membership of any segment. */
  readonly timed: boolean;
  /** Products in the criteria of any segment. */
  readonly productIds: readonly string[];
  /** Whether an evaluation of all customers is under way for any segment. */
  readonly evaluating: boolean;
}

interface CachedDefinitions extends Omit<LiveDefinitions, 'all'> {
  /** The fingerprint of the retailer's segments at the time of the read. */
  readonly fingerprint: string;
  readonly entries: readonly { readonly brandId: string; readonly definition: Definition }[];
  readonly usesRfm: boolean;
}

const MOST_CACHED = 50_000;

/**
 * Caches the compiled definitions of retailers. A change of a segment causes a new read of all of the retailer's
 * segments, but only that one is compiled again.
 */
@Injectable()
export class LiveDefinitionsService {
  private readonly cache = new Map<string, CachedDefinitions>();
  private readonly compiled = new Map<string, { readonly fingerprint: string; readonly criteria: CompiledCriteria }>();

  constructor(
    private readonly segments: SegmentRepository,
    private readonly rfm: RfmRepository,
  ) {}

  async of(tx: Tx, retailerId: string): Promise<LiveDefinitions> {
    const cached = this.cache.get(retailerId);
    const fingerprint = await this.segments.fingerprint(tx, retailerId);
    const { entries, usesRfm, ...rest } =
      cached?.fingerprint === fingerprint ? cached : await this.read(tx, retailerId);
    if (!usesRfm) return { ...rest, all: entries.map(({ definition }) => definition) };
    const runs = await this.rfm.boundaries(tx, retailerId);
    const all = entries.map(({ brandId, definition: { segmentId, criteria, covers } }) => ({
      segmentId,
      criteria,
      rfm: runs.get(brandId) ?? null,
      covers,
    }));
    return { ...rest, all };
  }

  private async read(tx: Tx, retailerId: string): Promise<CachedDefinitions> {
    const heads = await this.segments.heads(tx, retailerId);
    if (this.compiled.size + heads.length > MOST_CACHED) {
      this.compiled.clear();
      this.cache.clear();
    }
    const { compiled, unreadable } = await this.compile(tx, retailerId, heads);
    // Another build stored these criteria, during a roll-out or roll-back. The other segments must not wait for them.
    if (unreadable.length > 0) await this.segments.evaluateAgain(tx, retailerId, unreadable);
    const entries = heads.flatMap((head) => {
      const criteria = compiled.get(head.id);
      const { id: segmentId, brandId } = head;
      return criteria ? [{ brandId, definition: { segmentId, criteria, rfm: null, covers: coverage(head) } }] : [];
    });
    const criteria = entries.map(({ definition }) => definition.criteria);
    const cached = {
      fingerprint: fingerprintOf(heads),
      entries,
      usesRfm: criteria.some(({ usesRfm }) => usesRfm),
      timed: criteria.some(({ instants }) => instants.length > 0),
      evaluating: heads.some(({ status }) => status !== 'ready'),
      productIds: [...new Set(criteria.flatMap(({ productIds }) => productIds))],
    };
    this.cache.set(retailerId, cached);
    return cached;
  }

  /**
   * `compiled`: the criteria by segment id. `unreadable`: the ids of segments whose criteria this build can't read. A
   * segment that was deleted since its head was read is in neither.
   */
  private async compile(
    tx: Tx,
    retailerId: string,
    heads: readonly SegmentHead[],
  ): Promise<{ readonly compiled: ReadonlyMap<string, CompiledCriteria>; readonly unreadable: readonly string[] }> {
    const compiled = new Map<string, CompiledCriteria>();
    const unreadable: string[] = [];
    const wanted: string[] = [];
    for (const { id, fingerprint } of heads) {
      const cached = this.compiled.get(id);
      if (cached?.fingerprint === fingerprint) compiled.set(id, cached.criteria);
      else wanted.push(id);
    }
    if (wanted.length === 0) return { compiled, unreadable };
    for (const { id, fingerprint, criteria: stored } of await this.segments.definitions(tx, retailerId, wanted)) {
      const result = compileCriteria(stored);
      if ('errors' in result) {
        unreadable.push(id);
      } else {
        this.compiled.set(id, { fingerprint, criteria: result.criteria });
        compiled.set(id, result.criteria);
      }
    }
    return { compiled, unreadable };
  }
}

/** Compiles stored criteria. They were valid when they were stored, so a failure means another build stored them. */
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
