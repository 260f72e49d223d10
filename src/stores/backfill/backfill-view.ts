import { BACKFILL_RESOURCES } from '../../jobs/payloads.js';
import type { BackfillAnswer, BackfillState } from '../../retailers/backfill.dto.js';
import type { RetailerStatus } from '../../retailers/retailer.entity.js';
import type { Backfill } from './backfill.entity.js';
import { MOST_FAILURES } from './backfill.repository.js';

export type Collection = Pick<
  Backfill,
  'resource' | 'records' | 'estimate' | 'finishedAt' | 'pausedAt' | 'failures' | 'problem'
>;

/** How far the reading of a store's past is; null for a store whose past was never read. */
export function backfillView(collections: readonly Collection[], status: RetailerStatus): BackfillAnswer | null {
  if (collections.length === 0) return null;
  const open = BACKFILL_RESOURCES.filter((resource) =>
    collections.some((one) => one.resource === resource && isOpen(one)),
  );
  const done = sum(collections.map(({ records }) => records));
  const failed = collections.find((one) => isOpen(one) && one.problem !== null);
  return {
    phase: open[0] ?? 'done',
    done,
    estimate: estimateOf(collections),
    state: stateOf(collections, status),
    problem: open.length > 0 && status === 'needs_reauth' ? NEEDS_REAUTH : (failed?.problem ?? null),
  };
}

const NEEDS_REAUTH = 'The merchant has to authorize the app again.';

const isOpen = ({ finishedAt }: Collection): boolean => finishedAt === null;

function stateOf(collections: readonly Collection[], status: RetailerStatus): BackfillState {
  const open = collections.filter(isOpen);
  if (open.length === 0) return 'done';
  if (status !== 'installed' || open.some(({ pausedAt }) => pausedAt !== null)) return 'paused';
  return open.some(({ failures }) => failures >= MOST_FAILURES) ? 'failed' : 'running';
}

/** A collection that is read has as many records as were read. The platform's count may be older than the last page. */
function estimateOf(collections: readonly Collection[]): number | null {
  const each = collections.map(({ finishedAt, records, estimate }) =>
    finishedAt !== null ? records : estimate === null ? null : Math.max(records, estimate),
  );
  return each.every((one) => one !== null) ? sum(each) : null;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
