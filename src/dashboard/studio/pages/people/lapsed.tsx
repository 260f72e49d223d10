import { api, ask } from '../../api.js';
import { date, money, number, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { brandId } from '../../session-state.js';
import { Page } from '../../ui/page.js';
import { PeopleList, Person } from './list.js';

/** Lapsed customers who may be emailed: all, or those to write to first. */
export function LapsedPeople({ group }: { readonly group: 'mailable' | 'first' }) {
  const title = t(group === 'first' ? 'people.first' : 'people.mailable');
  return (
    <Page title={title} up={{ href: href(), name: t('nav.home') }} intro={t('people.mailableIntro')}>
      <PeopleList
        title={title}
        about={group}
        load={(cursor) =>
          ask(
            api.GET('/retailer/home/customers', {
              params: { query: { group, brandId: brandId(), limit: 50, ...(cursor === null ? {} : { cursor }) } },
            }),
          )
        }
        head={[
          t('customers.name'),
          t('customers.email'),
          t('customers.orders'),
          t('segments.spent'),
          t('customers.last'),
        ]}
        rowOf={({ customerId, email, firstName, lastName, orders, spent, lastOrderAt }) => [
          <Person id={customerId} email={email} name={[firstName, lastName].filter(Boolean).join(' ')} />,
          <bdi>{email}</bdi>,
          number(orders),
          money(spent.amount, spent.currency),
          date(lastOrderAt),
        ]}
      />
    </Page>
  );
}
