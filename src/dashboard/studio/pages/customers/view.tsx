import { useState } from 'preact/hooks';
import type { Schema } from '../../api.js';
import { date, dateTime, money, number, said, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { isOwner } from '../../session-state.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Figure, Table } from '../../ui/parts.js';
import { Empty, FailureNote, Loading } from '../../ui/states.js';
import { explainCustomer, listSegments, type Segment } from '../segments/calls.js';
import { Answer } from '../segments/explain.js';
import { type Customer, type CustomerDetail, emailsOf, getCustomer, ordersOf } from './calls.js';
import { Privacy } from './privacy.js';
import { nameOf } from './search.js';

export function CustomerView({ externalId }: { readonly externalId: string }) {
  const customer = useLoad(() => getCustomer(externalId), [externalId]);
  const up = { href: href('customers'), name: t('nav.customers') };
  return (
    <Page title={customer.data ? nameOf(customer.data) : t('customers.one')} up={up}>
      <Loading from={customer}>
        {(data) =>
          data === undefined ? (
            <Empty title={t('customers.gone')}>{t('customers.goneHint')}</Empty>
          ) : (
            <Facts customer={data} />
          )
        }
      </Loading>
    </Page>
  );
}

function Facts({ customer }: { readonly customer: CustomerDetail }) {
  const { email, ordersCount, totalSpent, currency, firstOrderAt, lastOrderAt, marketing, consent } = customer;
  return (
    <div class="stack loose">
      <p class="row">
        {email !== null && email === nameOf(customer) ? null : <bdi>{email ?? t('customers.noEmail')}</bdi>}
        <span class="tag">{said('value', marketing)}</span>
      </p>
      {consent.decidedAt === null ? null : (
        <p class="small quiet">{t('customers.decided', { when: dateTime(consent.decidedAt) })}</p>
      )}
      {consent.suppressed === null ? null : (
        <p class="note warn">
          {t('customers.whyNot', { reason: consent.suppressed.reason, when: date(consent.suppressed.since) })}
        </p>
      )}
      <div class="figures">
        <Figure label={t('customers.orders')} value={number(ordersCount)} />
        <Figure label={t('segments.spent')} value={money(totalSpent, currency)} />
        <Figure label={t('customers.first')} value={firstOrderAt === null ? '–' : date(firstOrderAt)} />
        <Figure label={t('customers.last')} value={lastOrderAt === null ? '–' : date(lastOrderAt)} />
      </div>
      <Memberships customer={customer} />
      <Orders id={customer.id} />
      <Emails id={customer.id} />
      {isOwner() ? <Privacy customer={customer} /> : null}
    </div>
  );
}

function Orders({ id }: { readonly id: string }) {
  const orders = useLoad(() => ordersOf(id), [id]);
  return (
    <section class="stack" aria-labelledby="orders">
      <h2 id="orders">{t('customers.orders')}</h2>
      <Loading from={orders}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">{t('start.never')}</p>
          ) : (
            <Table
              caption={t('customers.orders')}
              head={['#', t('runs.due'), t('customers.amount'), t('sequences.state')]}
              rows={items.map(({ externalId, orderedAt, total, net, currency, counted, reason }) => [
                <bdi>{externalId}</bdi>,
                date(orderedAt),
                money(counted ? net : total, currency),
                counted ? t('customers.counted') : `${t('customers.notCounted')}: ${said('uncounted', reason)}`,
              ])}
            />
          )
        }
      </Loading>
    </section>
  );
}

function Emails({ id }: { readonly id: string }) {
  const emails = useLoad(() => emailsOf(id), [id]);
  return (
    <section class="stack" aria-labelledby="emails">
      <h2 id="emails">{t('customers.emails')}</h2>
      <Loading from={emails}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">{t('runs.none')}</p>
          ) : (
            <Table
              caption={t('customers.emails')}
              head={[t('runs.step'), t('sequences.state'), t('runs.due')]}
              rows={items.map(({ step, state, reason, sentAt, sendAt }) => [
                step,
                `${said('message', state)}${reason === null ? '' : `: ${said('reason', reason)}`}`,
                dateTime(sentAt ?? sendAt),
              ])}
            />
          )
        }
      </Loading>
    </section>
  );
}

/** Every segment of the brand, and why the customer is in it or not. */
function Memberships({ customer }: { readonly customer: Customer }) {
  const segments = useLoad(listSegments, []);
  return (
    <section class="stack" aria-labelledby="memberships">
      <h2 id="memberships">{t('nav.segments')}</h2>
      <Loading from={segments}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">{t('segments.none')}</p>
          ) : (
            <ul class="card rows">
              {items.map((segment) => (
                <Membership key={segment.id} segment={segment} customer={customer} />
              ))}
            </ul>
          )
        }
      </Loading>
    </section>
  );
}

interface MembershipProps {
  readonly segment: Segment;
  readonly customer: Customer;
}

function Membership({ segment: { id, name }, customer }: MembershipProps) {
  const [explanation, setExplanation] = useState<Schema<'ExplanationAnswer'>>();
  const why = useAction(async () => setExplanation(await explainCustomer(id, customer.id)));
  return (
    <li class="stack tight">
      <div class="row spread">
        <a href={href('segments', id)}>{name}</a>
        <span class="row">
          <span class={`tag ${customer.segments.includes(name) ? 'good' : ''}`}>
            {t(customer.segments.includes(name) ? 'customers.in' : 'customers.out')}
          </span>
          <button type="button" class="plain" onClick={() => void why.run()}>
            {t('customers.why')}
            <span class="sr"> {name}</span>
          </button>
        </span>
      </div>
      {why.failure ? <FailureNote failure={why.failure} /> : null}
      {explanation ? <Answer explanation={explanation} /> : null}
    </li>
  );
}
