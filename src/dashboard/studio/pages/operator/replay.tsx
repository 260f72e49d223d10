import { problemSaid, said, t } from '../../i18n/index.js';
import type { Delivery, Trial } from './calls.js';

interface ReplayButtonsProps {
  readonly delivery: Delivery;
  readonly store: string;
  readonly running: boolean;
  readonly onTry: () => void;
  readonly onReplay: () => void;
}

export function ReplayButtons({ delivery, store, running, onTry, onReplay }: ReplayButtonsProps) {
  const { topic, emptiedAt } = delivery;
  const which = (
    <span class="sr">
      {' '}
      {topic}, {store}
    </span>
  );
  if (emptiedAt !== null) return <span class="small quiet wrap">{t('deliveries.emptied')}</span>;
  return (
    <span class="row">
      <button type="button" aria-disabled={running} onClick={onTry}>
        {t('deliveries.try')}
        {which}
      </button>
      <button type="button" aria-disabled={running} onClick={onReplay}>
        {t('deliveries.replay')}
        {which}
      </button>
    </span>
  );
}

/** What a trial or a replay has shown, in words. */
export function ReplayResult({ result }: { readonly result: Trial | Delivery }) {
  const trial = 'dryRun' in result ? result : undefined;
  const outcome = 'dryRun' in result ? result.outcome : result;
  const { status } = outcome;
  const problem = problemSaid('deliveryProblem', outcome);
  const isGood = status === 'processed' || status === 'ignored';
  return (
    <div class={`note ${isGood ? 'good' : 'warn'}`}>
      <strong>{t(trial ? 'deliveries.wouldBe' : 'deliveries.is', { status: said('delivery', status) })}</strong>
      {trial && isGood ? <p>{t('deliveries.customers', { n: trial.customers.length })}</p> : null}
      {problem === null ? null : <p class="small">{t('deliveries.problem', { problem })}</p>}
    </div>
  );
}
