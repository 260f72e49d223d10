import { number, t } from '../../../i18n/index.js';
import { Figure } from '../../../ui/parts.js';
import type { Import } from './calls.js';

/** How many lines did what, or would do it. */
export function Outcome({ found }: { readonly found: Import }) {
  const { id, state, work, counts } = found;
  const { lines, created, updated, unchanged, refused } = counts;
  const isTrial = work === 'dry_run';
  const title = isTrial ? 'imports.wouldHappen' : state === 'running' ? 'imports.soFar' : 'imports.happened';
  const refusedFile = `/retailer/imports/${id}/refused.csv`;
  return (
    <section class={state === 'running' ? 'stack' : 'card stack'} aria-labelledby="outcome">
      <h2 id="outcome">{t(title)}</h2>
      {isTrial ? <p class="small quiet">{t('imports.wouldHappenHint')}</p> : null}
      <div class="figures">
        <Figure label={t('imports.lines')} value={number(lines)} />
        <Figure label={t('imports.created')} value={number(created)} />
        <Figure label={t('imports.updated')} value={number(updated)} />
        <Figure label={t('imports.unchanged')} value={number(unchanged)} />
        <Figure label={t('imports.refused')} value={number(refused)} {...(refused > 0 ? { href: refusedFile } : {})} />
      </div>
      {refused > 0 ? (
        <p>
          <a href={refusedFile} download>
            {t('imports.refusedFile')}
          </a>
        </p>
      ) : null}
    </section>
  );
}
