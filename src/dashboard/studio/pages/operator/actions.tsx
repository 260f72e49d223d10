import { useState } from 'preact/hooks';
import { dateTime, said, t } from '../../i18n/index.js';
import { go, href, query } from '../../router.js';
import { Input } from '../../ui/form.js';
import { useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { usePages } from '../../ui/pages.js';
import { Table, Tag } from '../../ui/parts.js';
import { Empty, Loading } from '../../ui/states.js';
import { type ActionFilter, listActions } from './calls.js';

/** The filter stands in the address, so that it can be passed on. */
const filterOf = (search: URLSearchParams): ActionFilter => ({
  subject: search.get('subject') ?? '',
  action: search.get('action') ?? '',
  retailerId: search.get('retailer') ?? '',
});

function addressOf({ subject, action, retailerId: retailer }: ActionFilter): string {
  const given = Object.entries({ subject, action, retailer }).map(([key, value]) => [key, value.trim()]);
  const search = new URLSearchParams(given.filter(([, value]) => value !== ''));
  return `${href('operator', 'actions')}?${search}`;
}

export function Actions() {
  const filter = filterOf(query.value);
  const [draft, setDraft] = useState(filter);
  const pages = usePages();
  const { cursor } = pages;
  const found = useLoad(() => listActions(filter, cursor), [filter.subject, filter.action, filter.retailerId, cursor]);
  return (
    <Page title={t('nav.actions')} intro={t('actions.intro')}>
      <div class="stack">
        <form
          class="row"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            pages.toFirst();
            go(addressOf(draft));
          }}
        >
          <Input
            label={t('actions.who')}
            value={draft.subject}
            onValue={(subject) => setDraft({ ...draft, subject })}
          />
          <Input
            label={t('actions.what')}
            placeholder="PATCH /admin/brands/{id}"
            value={draft.action}
            onValue={(action) => setDraft({ ...draft, action })}
          />
          <Input
            label={t('actions.retailer')}
            value={draft.retailerId}
            onValue={(retailerId) => setDraft({ ...draft, retailerId })}
          />
          <button type="submit">{t('actions.filter')}</button>
        </form>
        <Loading from={found}>
          {({ items, nextCursor, names }) => (
            <>
              {items.length === 0 ? (
                <Empty title={t('actions.none')}>{t('actions.noneHint')}</Empty>
              ) : (
                <Table
                  caption={t('nav.actions')}
                  head={[
                    t('actions.when'),
                    t('actions.who'),
                    t('actions.what'),
                    t('retailers.store'),
                    t('actions.outcome'),
                  ]}
                  rows={items.map(({ at, subject, action, retailerId, outcome }) => [
                    dateTime(at),
                    <bdi>{subject}</bdi>,
                    <bdi class="mono small">{action}</bdi>,
                    retailerId === null ? (
                      '–'
                    ) : (
                      <a href={href('operator', 'retailers', retailerId)}>
                        <bdi>{names.get(retailerId) ?? retailerId}</bdi>
                      </a>
                    ),
                    <Tag tone={outcome === 'ok' || outcome === 'replayed' ? 'good' : 'warn'}>
                      {said('outcome', outcome)}
                    </Tag>,
                  ])}
                />
              )}
              {pages.buttons(nextCursor)}
            </>
          )}
        </Loading>
      </div>
    </Page>
  );
}
