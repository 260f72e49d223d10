import { money, number, t } from '../../i18n/index.js';
import { useLoad, useSettled } from '../../ui/load.js';
import { Figure } from '../../ui/parts.js';
import { FailureNote } from '../../ui/states.js';
import { previewSegment } from './calls.js';
import { People } from './people.js';
import type { Criteria } from './tree.js';

/** How many people the criteria mean and what they spent, as one types. */
export function Count({ criteria }: { readonly criteria: Criteria | undefined }) {
  const settled = useSettled(criteria);
  const preview = useLoad(
    () => (settled === undefined ? Promise.resolve(undefined) : previewSegment(settled)),
    [JSON.stringify(settled)],
  );
  const { data, failure } = preview;
  return (
    <section class="card stack" aria-labelledby="count" aria-live="polite" aria-busy={preview.loading}>
      <h2 id="count">{t('segments.now')}</h2>
      {failure ? <FailureNote failure={failure} /> : null}
      {data === undefined ? (
        <p class="quiet">{t('segments.needsValue')}</p>
      ) : (
        <>
          <div class="figures">
            <Figure label={t('segments.people')} value={number(data.count)} />
            <Figure label={t('segments.spent')} value={money(data.spent, data.currency)} />
          </div>
          <div class="stack tight">
            <h3>{t('segments.some')}</h3>
            <People people={data.sample} />
          </div>
        </>
      )}
    </section>
  );
}
