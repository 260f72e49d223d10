import { t } from '../../i18n/index.js';
import { differences, merged, type Parts } from '../../ui/merge.js';
import { MergeView } from '../../ui/merge-view.js';
import { nameOf } from './registry.js';
import type { Criteria } from './tree.js';
import { summary } from './words.js';

const GROUPS: ReadonlySet<string> = new Set(['all', 'any', 'not']);

interface ConflictProps {
  readonly base: Criteria;
  readonly mine: Criteria;
  readonly theirs: Criteria;
  readonly onMerge: (criteria: Criteria) => void;
}

/** Two people changed the criteria of the same segment. */
export function SegmentConflict({ base, mine, theirs, onMerge }: ConflictProps) {
  const [own, other] = [toParts(mine), toParts(theirs)];
  return (
    <MergeView
      found={differences(toParts(base), own, other)}
      nameOf={(key) => (GROUPS.has(key) ? t('conflict.group') : nameOf(key))}
      textOf={(key, value) => summary({ [key]: value })}
      action={t('conflict.goOn')}
      busy={false}
      onMerge={(chosen) => onMerge(Object.fromEntries(merged(own, other, chosen)))}
    />
  );
}

const toParts = (criteria: Criteria): Parts => new Map(Object.entries(criteria));
