import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Definition } from './assessment.js';
import { type CompiledCriteria, compileCriteria } from './criteria/compile.js';
import type { RfmBoundaries } from './criteria/rfm.js';
import { RfmRepository } from './rfm.repository.js';
import { type SegmentHead, SegmentRepository } from './segment.repository.js';

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
}

const MOST_KEPT = 50_000;

/** The retailer's definitions, each compiled once for each edition. */
@Injectable()
export class Definitions {
  private readonly compiled = new Map<string, { readonly edition: string; readonly criteria: CompiledCriteria }>();

  constructor(
    private readonly segments: SegmentRepository,
    private readonly rfm: RfmRepository,
  ) {}

  async of(tx: Tx, retailerId: string): Promise<LiveDefinitions> {
    const heads = await this.segments.heads(tx, retailerId);
    await this.compile(
      tx,
      retailerId,
      heads.filter(({ id, edition }) => this.compiled.get(id)?.edition !== edition).map(({ id }) => id),
    );
    const known = heads.flatMap((head) => {
      const criteria = this.compiled.get(head.id)?.criteria;
      return criteria ? [{ head, criteria }] : [];
    });
    const runs = known.some(({ criteria }) => criteria.usesRfm)
      ? await this.rfm.boundaries(tx, retailerId)
      : new Map<string, RfmBoundaries>();
    return {
      all: known.map(({ head, criteria }) => ({
        segmentId: head.id,
        criteria,
        rfm: runs.get(head.brandId) ?? null,
        covers: coverage(head),
      })),
      timed: known.some(({ criteria }) => criteria.instants.length > 0),
      productIds: [...new Set(known.flatMap(({ criteria }) => criteria.productIds))],
    };
  }

  private async compile(tx: Tx, retailerId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    if (this.compiled.size + ids.length > MOST_KEPT) this.compiled.clear();
    for (const { id, edition, criteria } of await this.segments.definitions(tx, retailerId, ids)) {
      this.compiled.set(id, { edition, criteria: compiledOf(id, criteria) });
    }
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
