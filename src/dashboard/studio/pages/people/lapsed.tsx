import { api, ask } from '../../api.js';
import { date, money, number, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { brandId } from '../../brand.js';
import { Page } from '../../ui/page.js';
import { PeopleList, Person } from './list.js';

export const LAPSED_GROUPS = ['lapsed', 'mailable', 'first'] as const;
export type LapsedGroup = (typeof LAPSED_GROUPS)[number];

/** Lapsed customers: all, those who may be emailed, or those to write to first. */
export function LapsedPeople({ group }: { readonly group: LapsedGroup }) {
  const title = t(`people.${group}`);
  const intro = t(group === 'lapsed' ? 'people.lapsedIntro' : 'people.mailableIntro');
  return (
    <Page title={title} up={{ href: href(), name: t('nav.home') }} intro={intro}>
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
          <bdi>{email ?? t('customers.noEmail')}</bdi>,
          number(orders),
          money(spent.amount, spent.currency),
          date(lastOrderAt),
        ]}
      />
    </Page>
  );
}
