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
        <Linked label={t('results.clicks')} count={attributed.clicks.human} id={id} of="clicks" />
        <Linked label={t('results.byCode')} count={attributed.byCode.orders} id={id} of="code" />
        <Linked label={t('results.byClick')} count={attributed.byClick.orders} id={id} of="click" />
      </div>
      <p class="small quiet">{t('results.attributedHint')}</p>
    </div>
  );
}

interface LinkedProps {
  readonly label: string;
  readonly count: number;
  readonly id: string;
  readonly of: 'clicks' | 'code' | 'click';
}

/** A figure that leads to the people behind it, where there are any. */
const Linked = ({ label, count, id, of }: LinkedProps) => (
  <Figure
    label={label}
    value={number(count)}
    {...(count > 0 ? { href: `${href('people')}?sequence=${encodeURIComponent(id)}&of=${of}` } : {})}
  />
);

function Trend({ id }: { readonly id: string }) {
  const trend = useLoad(() => trendOf(id), [id]);
  return <Loading from={trend}>{(data) => <TrendChart trend={data} />}</Loading>;
}
