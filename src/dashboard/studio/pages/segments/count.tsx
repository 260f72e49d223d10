import { money, number, t } from '../../i18n/index.js';
import { useLasting, useLoad, useSettled } from '../../ui/load.js';
import { Figure } from '../../ui/parts.js';
import { FailureNote } from '../../ui/states.js';
import type { Schema } from '../../api.js';
import { estimateSegment, previewSegment } from './calls.js';
import { People } from './people.js';
import type { Criteria } from './tree.js';

/** A preview that takes longer gets an estimate before it. */
const SLOW_MS = 300;

/** How many people the criteria mean and what they spent, as one types. */
export function Count({ criteria }: { readonly criteria: Criteria | undefined }) {
  const settled = useSettled(criteria);
  const key = JSON.stringify(settled);
  const preview = useLoad(() => (settled === undefined ? NOTHING : previewSegment(settled)), [key]);
  const slow = useLasting(preview.loading, SLOW_MS);
  const rough = useLoad(() => (slow && settled !== undefined ? estimateSegment(settled) : NOTHING), [slow, key]);
  const estimate = slow && !rough.loading && !rough.failure ? rough.data : undefined;
  return (
    <section class="card stack" aria-labelledby="count" aria-live="polite" aria-busy={preview.loading}>
      <h2 id="count">{t('segments.now')}</h2>
      {preview.failure ? <FailureNote failure={preview.failure} /> : null}
      {estimate && estimate.low < estimate.high ? (
        <Estimated estimate={estimate} />
      ) : (
        <Counted preview={preview.data} />
      )}
    </section>
  );
}

const NOTHING = Promise.resolve(undefined);
const ROUGHLY = { maximumSignificantDigits: 2 };
const LIMIT = { maximumSignificantDigits: 3 };

function Estimated({ estimate: { about, low, high } }: { readonly estimate: Schema<'SegmentEstimateAnswer'> }) {
  const limits = { low: number(low, LIMIT), high: number(high, LIMIT) };
  return (
    <>
      <div class="figures">
        <Figure label={t('segments.people')} value={t('segments.about', { about: number(about, ROUGHLY) })} />
      </div>
      <p class="quiet">{t('segments.estimated', limits)}</p>
    </>
  );
}

function Counted({ preview }: { readonly preview: Schema<'SegmentPreviewAnswer'> | undefined }) {
  if (preview === undefined) return <p class="quiet">{t('segments.needsValue')}</p>;
  return (
    <>
      <div class="figures">
        <Figure label={t('segments.people')} value={number(preview.count)} href="#some" />
        <Figure label={t('segments.spent')} value={money(preview.spent, preview.currency)} href="#some" />
      </div>
      <div class="stack tight">
        <h3 id="some">{t('segments.some')}</h3>
        <People people={preview.sample} />
      </div>
    </>
  );
}
