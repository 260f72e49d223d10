import { dateTime, number, t } from '../../../i18n/index.js';
import { href } from '../../../router.js';
import { isOwner } from '../../../session-state.js';
import { useLoad, usePolling } from '../../../ui/load.js';
import { Page } from '../../../ui/page.js';
import { usePages } from '../../../ui/pages.js';
import { Table } from '../../../ui/parts.js';
import { Empty, Loading } from '../../../ui/states.js';
import { type Import, listImports } from './calls.js';
import { NewImport } from './new-import.js';
import { ImportState } from './import-state.js';

const POLL_MS = 2_000;

/** The files of other systems so far, and a form for a new one. */
export function ImportList() {
  const pages = usePages();
  const { cursor } = pages;
  const listed = useLoad(() => listImports(cursor), [cursor]);
  usePolling(listed.data?.items.some(({ state }) => state === 'running') ?? false, listed.reload, POLL_MS);
  return (
    <Page title={t('imports.title')} up={{ href: href('store'), name: t('nav.store') }} intro={t('imports.intro')}>
      <div class="stack loose">
        {isOwner() ? <NewImport /> : <p class="note">{t('settings.owner')}</p>}
        <section class="stack" aria-labelledby="past">
          <h2 id="past">{t('imports.past')}</h2>
          <Loading from={listed}>
            {({ items, nextCursor }) =>
              items.length === 0 ? (
                <Empty title={t('imports.none')}>{t('imports.noneHint')}</Empty>
              ) : (
                <>
                  <Table
                    caption={t('imports.past')}
                    head={[t('imports.begun'), t('imports.kind'), t('imports.state'), t('imports.lines')]}
                    rows={items.map(rowOf)}
                  />
                  {pages.buttons(nextCursor)}
                </>
              )
            }
          </Loading>
        </section>
      </div>
    </Page>
  );
}

const rowOf = (found: Import) => [
  <a class="nowrap" href={href('store', 'imports', found.id)}>
    {dateTime(found.createdAt)}
  </a>,
  t('imports.one', { kind: t(`imports.${found.kind}`), source: found.source }),
  <ImportState found={found} />,
  number(found.counts.lines),
];
