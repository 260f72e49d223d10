import { number, reasonSaid, said, t } from '../../../i18n/index.js';
import { Figure, Table } from '../../../ui/parts.js';
import type { Import } from './calls.js';

/** How many lines did what, or would do it. */
export function Outcome({ found }: { readonly found: Import }) {
  const { id, state, work, counts, refusals } = found;
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
        <>
          {refusals.length > 0 ? <Reasons refusals={refusals} /> : null}
          <p>
            <a href={refusedFile} download>
              {t('imports.refusedFile')}
            </a>
          </p>
        </>
      ) : null}
    </section>
  );
}

/** Why lines were refused, the most frequent reason first. */
const Reasons = ({ refusals }: Pick<Import, 'refusals'>) => (
  <Table
    caption={t('imports.why')}
    head={[t('imports.whyLines'), t('imports.why'), t('imports.whyFirst')]}
    rows={refusals.map(({ pointer, lines, firstLine, ...why }) => [
      number(lines),
      pointer === '' ? reasonSaid(why) : `${said('target', pointer.slice(1))}: ${reasonSaid(why)}`,
      number(firstLine),
    ])}
  />
);
