import type { Schema } from '../../api.js';
import { number, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { useLoad } from '../../ui/load.js';
import { Figure } from '../../ui/parts.js';
import { Loading } from '../../ui/states.js';
import { TrendChart } from '../../ui/trend-chart.js';
import { trendOf } from './calls.js';

/** The results of a sequence. The API writes the sentences; they claim only what the figures prove. */
interface ResultsProps {
  readonly id: string;
  readonly results: Schema<'SequenceResultsAnswer'>;
}

export function Results({ id, results }: ResultsProps) {
  const { sentences, status, attributed, experiment } = results;
  return (
    <div class="card stack">
      {sentences.map((sentence, index) => (
        <p key={sentence} class={index === 0 ? 'lead' : 'quiet'}>
          {sentence}
        </p>
      ))}
      {status === 'off' ? <p class="note">{t('results.offHint')}</p> : null}
      {experiment === null ? null : (
        <>
          <Trend id={id} />
          <p>
            <a href={`${href('people')}?sequence=${encodeURIComponent(id)}`}>{t('home.whoCameBack')}</a>
          </p>
        </>
      )}
      <div class="figures">
        <Figure label={t('results.clicks')} value={number(attributed.clicks.human)} />
        <Figure label={t('results.byCode')} value={number(attributed.byCode.orders)} />
        <Figure label={t('results.byClick')} value={number(attributed.byClick.orders)} />
      </div>
      <p class="small quiet">{t('results.attributedHint')}</p>
    </div>
  );
}

function Trend({ id }: { readonly id: string }) {
  const trend = useLoad(() => trendOf(id), [id]);
  return <Loading from={trend}>{(data) => <TrendChart trend={data} />}</Loading>;
}
