import { dateTime, durationText, number, t } from '../../i18n/index.js';
import { differences, merged } from '../../ui/merge.js';
import { MergeView } from '../../ui/merge-view.js';
import { fieldSaid } from '../../ui/place.js';
import { type Definition, definitionOf, type Sequence } from './calls.js';
import { fromParts, sharedSteps, stepPart, toParts } from './merge.js';
import { plain } from './time-line.js';

interface ConflictProps {
  readonly base: Sequence;
  readonly mine: Definition;
  readonly theirs: Sequence;
  readonly busy: boolean;
  readonly onMerge: (body: Definition) => void;
}

/** Two people changed the same sequence. */
export function SequenceConflict({ base, mine, theirs, busy, onMerge }: ConflictProps) {
  const other = definitionOf(theirs);
  const shared = sharedSteps(mine, other);
  const [ownParts, otherParts] = [toParts(mine, shared), toParts(other, shared)];
  const found = differences(toParts(definitionOf(base), shared), ownParts, otherParts);
  return (
    <MergeView
      found={found}
      nameOf={(part) => nameOf(part, [...mine.steps, ...other.steps])}
      textOf={(_part, value) => text(value)}
      action={t('conflict.save')}
      busy={busy}
      onMerge={(chosen) => onMerge(fromParts(merged(ownParts, otherParts, chosen), mine, other))}
    />
  );
}

function nameOf(part: string, steps: Definition['steps']): string {
  const step = stepPart(part);
  if (!step) return fieldSaid(part);
  const subject = steps.find(({ id }) => id === step.id)?.subject ?? step.id;
  return t('conflict.email', { subject: plain(subject), field: step.field === undefined ? '' : fieldSaid(step.field) });
}

const DURATION = /^P(?=T?\d)[\dA-Z.]+$/;
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Values that the editor shows in words. */
const WORDS = {
  manual: 'sequences.manual',
  segment_entered: 'sequences.automatic',
  percent: 'offer.percent',
  amount: 'offer.amount',
  free_shipping: 'offer.free_shipping',
} as const;

function text(value: unknown): string {
  if (typeof value === 'string') return textOfString(value);
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (Array.isArray(value)) return value.map(text).join('\n');
  return Object.entries(value ?? {})
    .map(([key, each]) => `${fieldSaid(key)}: ${text(each)}`)
    .join('\n');
}

function textOfString(value: string): string {
  if (DURATION.test(value)) return durationText(value) ?? t('steps.atOnce');
  if (INSTANT.test(value)) return dateTime(value);
  return value in WORDS ? t(WORDS[value as keyof typeof WORDS]) : value;
}
