import type { Schema } from '../../api.js';
import { t } from '../../i18n/index.js';
import { isOwner } from '../../session-state.js';
import { useAction } from '../../ui/load.js';
import { Progress } from '../../ui/parts.js';
import { steerBackfill } from './calls.js';

type Backfill = Schema<'BackfillAnswer'>;

export const isReading = (reading: Backfill | null): boolean => reading !== null && reading.state !== 'done';

const READING = {
  running: 'home.reading',
  paused: 'home.readingPaused',
  failed: 'home.readingFailed',
  done: 'home.reading',
} as const;

/** The platform counts before the reading, so more records than that may come. */
const ALMOST = 0.99;

interface ReadingProps {
  readonly reading: Backfill | null;
  readonly reload: () => void;
}

/** The reading of past orders, while it goes on. */
export function Reading({ reading, reload }: ReadingProps) {
  const steer = useAction(async (next: 'pause' | 'resume') => {
    await steerBackfill(next);
    reload();
  });
  if (reading === null || !isReading(reading)) return null;
  const { state, done, estimate, problem } = reading;
  const next = state === 'running' ? 'pause' : 'resume';
  return (
    <section class={state === 'failed' ? 'note warn' : 'note'} role="status">
      <p class={state === 'running' ? 'waiting' : undefined}>{t(READING[state])}</p>
      {estimate === null || estimate === 0 ? null : (
        <Progress label={t('home.readingShare')} share={Math.min(done / estimate, ALMOST)} />
      )}
      <p>
        <strong class="number">{t('home.readingCount', { n: done })}</strong>{' '}
        {estimate === null ? null : t('home.readingOf', { total: estimate })}{' '}
        {state === 'running' ? t('home.readingHint') : null}
      </p>
      {problem === null ? null : (
        <p class="small">
          <bdi>{problem}</bdi>
        </p>
      )}
      {isOwner() ? (
        <button type="button" disabled={steer.running} onClick={() => void steer.run(next)}>
          {t(next === 'pause' ? 'home.readingPause' : 'home.readingResume')}
        </button>
      ) : null}
    </section>
  );
}
