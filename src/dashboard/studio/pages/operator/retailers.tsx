import { useState } from 'preact/hooks';
import { date, said, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { Input, Select } from '../../ui/form.js';
import { useLoad, useSettled } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { usePages } from '../../ui/pages.js';
import { Table, Tag } from '../../ui/parts.js';
import { Empty, Loading } from '../../ui/states.js';
import { listRetailers, type Retailer, type RetailerFilter } from './calls.js';

const STATUSES = ['installed', 'needs_reauth', 'uninstalled'] as const;

export function Retailers() {
  const [name, setName] = useState('');
  const [status, setStatus] = useState<RetailerFilter['status']>('');
  const settled = useSettled(name.trim());
  const pages = usePages();
  const { cursor } = pages;
  const found = useLoad(() => listRetailers({ name: settled, status }, cursor), [settled, status, cursor]);
  return (
    <Page title={t('nav.retailers')} intro={t('retailers.intro')}>
      <div class="stack">
        <form class="row" role="search" onSubmit={(event) => event.preventDefault()}>
          <Input
            label={t('retailers.search')}
            value={name}
            autocomplete="off"
            maxLength={120}
            onValue={(value) => {
              setName(value);
              pages.toFirst();
            }}
          />
          <Select
            label={t('retailers.status')}
            value={status}
            options={[['', t('retailers.any')], ...STATUSES.map((each) => [each, said('store', each)] as const)]}
            onValue={(value) => {
              setStatus(STATUSES.find((each) => each === value) ?? '');
              pages.toFirst();
            }}
          />
        </form>
        <Loading from={found}>
          {({ items, nextCursor }) => (
            <>
              {items.length === 0 ? (
                <Empty title={t('retailers.none')}>{t('retailers.noneHint')}</Empty>
              ) : (
                <Table
                  caption={t('nav.retailers')}
                  head={[t('retailers.store'), t('retailers.address'), t('retailers.status'), t('retailers.installed')]}
                  rows={items.map((retailer) => [
                    <a href={href('operator', 'retailers', retailer.id)}>
                      <bdi>{retailer.name}</bdi>
                    </a>,
                    <bdi>{retailer.externalId}</bdi>,
                    <RetailerState retailer={retailer} />,
                    date(retailer.installedAt),
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

export const RetailerState = ({ retailer: { status, missingScopes } }: { readonly retailer: Retailer }) => (
  <span class="row">
    <Tag tone={status === 'installed' ? 'good' : status === 'uninstalled' ? '' : 'bad'}>{said('store', status)}</Tag>
    {missingScopes.length > 0 ? <Tag tone="warn">{t('retailers.missing')}</Tag> : null}
  </span>
);
