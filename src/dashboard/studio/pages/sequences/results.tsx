import type { Schema } from '../../api.js';
import { number, t } from '../../i18n/index.js';
import { Figure } from '../../ui/parts.js';

/** What the sequence caused, in the service's own sentences: they say no more than the figures prove. */
export function Results({ results }: { readonly results: Schema<'SequenceResultsAnswer'> }) {
  const { sentences, status, attributed } = results;
  return (
    <div class="card stack">
      {sentences.map((sentence, index) => (
        <p key={sentence} class={index === 0 ? 'lead' : 'quiet'}>
          {sentence}
        </p>
      ))}
      {status === 'off' ? <p class="note">{t('results.offHint')}</p> : null}
      <div class="figures">
        <Figure label={t('results.clicks')} value={number(attributed.clicks.human)} />
        <Figure label={t('results.byCode')} value={number(attributed.byCode.orders)} />
        <Figure label={t('results.byClick')} value={number(attributed.byClick.orders)} />
      </div>
      <p class="small quiet">{t('results.attributedHint')}</p>
    </div>
  );
}
