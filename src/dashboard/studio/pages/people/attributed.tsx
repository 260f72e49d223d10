import { api, ask } from '../../api.js';
import { dateTime, money, number, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { Page } from '../../ui/page.js';
import { PeopleList, Person } from './list.js';

const pageOf = (cursor: string | null) => ({ limit: 50, ...(cursor === null ? {} : { cursor }) });

const upTo = (sequence: string) => ({ href: href('sequences', sequence), name: t('nav.sequences') });

/** Who clicked a link in an email of a sequence. */
export const Clickers = ({ sequence }: { readonly sequence: string }) => (
  <Page title={t('results.clicks')} up={upTo(sequence)} intro={t('people.clicksIntro')}>
    <PeopleList
      title={t('results.clicks')}
      about={sequence}
      load={(cursor) =>
        ask(
          api.GET('/retailer/sequences/{id}/results/clicks', {
            params: { path: { id: sequence }, query: pageOf(cursor) },
          }),
        )
      }
      head={[t('customers.email'), t('people.clicks'), t('people.lastClick')]}
      rowOf={({ customerId, email, clicks, lastAt }) => [
        <Person id={customerId} email={email} />,
        number(clicks),
        dateTime(lastAt),
      ]}
    />
  </Page>
);

interface AttributedOrdersProps {
  readonly sequence: string;
  readonly by: 'code' | 'click';
}

/** The orders with a code of a sequence, or after a click on its emails, and who placed them. */
export function AttributedOrders({ sequence, by }: AttributedOrdersProps) {
  const title = t(by === 'code' ? 'results.byCode' : 'results.byClick');
  return (
    <Page title={title} up={upTo(sequence)} intro={t('results.attributedHint')}>
      <PeopleList
        title={title}
        about={sequence + by}
        load={(cursor) =>
          ask(
            api.GET('/retailer/sequences/{id}/results/orders', {
              params: { path: { id: sequence }, query: { by, ...pageOf(cursor) } },
            }),
          )
        }
        head={[t('customers.email'), t('people.order'), t('runs.due'), t('customers.amount')]}
        rowOf={({ customerId, email, externalId, orderedAt, revenue }) => [
          <Person id={customerId} email={email} />,
          <bdi>{externalId}</bdi>,
          dateTime(orderedAt),
          money(revenue.amount, revenue.currency),
        ]}
      />
    </Page>
  );
}
