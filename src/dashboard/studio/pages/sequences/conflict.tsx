import type { Schema } from '../../api.js';
import { t } from '../../i18n/index.js';
import { definitionOf, type Sequence } from './calls.js';

interface ConflictProps {
  readonly mine: Schema<'SequenceBody'>;
  readonly theirs: Sequence;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/** Two people changed the same sequence: what differs, side by side. */
export function ConflictNote({ mine, theirs, onKeep, onTake }: ConflictProps) {
  const other = definitionOf(theirs);
  const keys = [...new Set([...Object.keys(mine), ...Object.keys(other)])] as (keyof Schema<'SequenceBody'>)[];
  const different = keys.filter((key) => JSON.stringify(mine[key]) !== JSON.stringify(other[key]));
  return (
    <div class="note warn" role="alert">
      <strong>{t('conflict.title')}</strong>
      <p>{t('conflict.hint')}</p>
      <div class="columns">
        <Version title={t('conflict.mine')} body={mine} keys={different} />
        <Version title={t('conflict.theirs')} body={other} keys={different} />
      </div>
      <div class="row">
        <button type="button" onClick={onKeep}>
          {t('conflict.keep')}
        </button>
        <button type="button" onClick={onTake}>
          {t('conflict.take')}
        </button>
      </div>
    </div>
  );
}

interface VersionProps {
  readonly title: string;
  readonly body: Schema<'SequenceBody'>;
  readonly keys: readonly (keyof Schema<'SequenceBody'>)[];
}

const Version = ({ title, body, keys }: VersionProps) => (
  <div class="stack tight">
    <h3>{title}</h3>
    {keys.map((key) => (
      <pre key={key} class="small mono">
        {key}: {JSON.stringify(body[key], undefined, 1)}
      </pre>
    ))}
  </div>
);
