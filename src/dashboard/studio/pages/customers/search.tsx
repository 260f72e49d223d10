import { useState } from 'preact/hooks';
import { date, money, number, said, t } from '../../i18n/index.js';
import { go, href, query } from '../../router.js';
import { Input } from '../../ui/form.js';
import { useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { usePages } from '../../ui/pages.js';
import { Table } from '../../ui/parts.js';
import { Empty, Loading } from '../../ui/states.js';
import { findCustomers } from './calls.js';
import { nameOf } from './name.js';

/** customers, customers?q=TEXT */
export function CustomerSearch() {
  const asked = query.value.get('q') ?? '';
  const [text, setText] = useState(asked);
  const pages = usePages();
  const { cursor } = pages;
  const found = useLoad(
    () => findCustomers({ ...(asked.length < 2 ? {} : { q: asked }), ...(cursor === null ? {} : { cursor }) }),
    [asked, cursor],
  );
  return (
    <Page title={t('nav.customers')} intro={t('customers.intro')}>
      <div class="stack">
        <form
          class="row"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            pages.toFirst();
            const wanted = text.trim();
            go(wanted === '' ? href('customers') : `${href('customers')}?q=${encodeURIComponent(wanted)}`);
          }}
        >
          <Input label={t('customers.search')} value={text} onValue={setText} autocomplete="off" />
          <button type="submit">{t('customers.find')}</button>
        </form>
        <Loading from={found}>
          {({ items, nextCursor }) => (
            <>
              {items.length === 0 ? (
                <Empty title={t('customers.none')}>{t('customers.noneHint')}</Empty>
              ) : (
                <Table
                  caption={t('nav.customers')}
                  head={[
                    t('customers.name'),
                    t('customers.orders'),
                    t('segments.spent'),
                    t('customers.last'),
                    t('customers.consent'),
                  ]}
                  rows={items.map((customer) => [
                    <a href={href('customers', customer.externalId)}>
                      <bdi>{nameOf(customer)}</bdi>
                    </a>,
                    number(customer.ordersCount),
                    money(customer.totalSpent, customer.currency),
                    customer.lastOrderAt === null ? '–' : date(customer.lastOrderAt),
                    said('value', customer.marketing),
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
