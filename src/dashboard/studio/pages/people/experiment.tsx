import { useState } from 'preact/hooks';
import type { Schema } from '../../api.js';
import { api, ask } from '../../api.js';
import { date, money, number, t } from '../../i18n/index.js';
import { href, query } from '../../router.js';
import { brandId } from '../../brand.js';
import { Check } from '../../ui/form.js';
import { useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { usePages } from '../../ui/pages.js';
import { Table } from '../../ui/parts.js';
import { Empty, Loading } from '../../ui/states.js';

type Assignment = Schema<'AssignmentAnswer'>;

/** Who got emails, who was held back, and who came back. ?sequence=ID, else the brand. */
export function ExperimentPeople() {
  const sequence = query.value.get('sequence');
  const [onlyBack, setOnlyBack] = useState(true);
  const pages = usePages();
  const { cursor } = pages;
  const people = useLoad(() => read(sequence, onlyBack, cursor), [sequence, onlyBack, cursor]);
  const up =
    sequence === null
      ? { href: href(), name: t('nav.home') }
      : { href: href('sequences', sequence), name: t('nav.sequences') };
  return (
    <Page title={t('people.title')} up={up} intro={t('people.intro')}>
      <div class="stack">
        <Check
          label={t('people.onlyBack')}
          checked={onlyBack}
          onChecked={(checked) => {
            setOnlyBack(checked);
            pages.toFirst();
          }}
        />
        <Loading from={people}>
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <Empty title={t('nobody')}>{t('people.none')}</Empty>
            ) : (
              <>
                <Table
                  caption={t('people.title')}
                  head={[
                    t('customers.email'),
                    t('people.group'),
                    t('people.since'),
                    t('customers.orders'),
                    t('segments.spent'),
                  ]}
                  rows={items.map(rowOf)}
                />
                {pages.buttons(nextCursor)}
              </>
            )
          }
        </Loading>
      </div>
    </Page>
  );
}

const rowOf = ({ customerId, email, group, assignedAt, orders, revenue }: Assignment) => [
  <a href={href('customers', customerId)}>
    <bdi>{email ?? t('customers.noEmail')}</bdi>
  </a>,
  t(`people.${group}`),
  date(assignedAt),
  number(orders),
  money(revenue.amount, revenue.currency),
];

function read(sequence: string | null, onlyBack: boolean, cursor: string | null) {
  const filter = {
    limit: 50,
    ...(onlyBack ? { cameBack: 'true' as const } : {}),
    ...(cursor === null ? {} : { cursor }),
  };
  return sequence === null
    ? ask(api.GET('/retailer/brands/{id}/assignments', { params: { path: { id: brandId() }, query: filter } }))
    : ask(api.GET('/retailer/sequences/{id}/assignments', { params: { path: { id: sequence }, query: filter } }));
}
