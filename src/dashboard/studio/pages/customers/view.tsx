import { useState } from 'preact/hooks';
import type { Schema } from '../../api.js';
import { date, dateTime, money, number, said, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { isOwner } from '../../session-state.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { usePages } from '../../ui/pages.js';
import { Figure, Table } from '../../ui/parts.js';
import { Empty, FailureNote, Loading } from '../../ui/states.js';
import { explain, listSegments, type Segment } from '../segments/calls.js';
import { Answer } from '../segments/explain.js';
import { type Customer, type CustomerDetail, emailsOf, getCustomer, ordersOf } from './calls.js';
import { nameOf } from './name.js';
import { Privacy } from './privacy.js';

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
      <div class="figures">
        <Figure label={t('customers.orders')} value={number(ordersCount)} href="#orders" />
        <Figure label={t('segments.spent')} value={money(totalSpent, currency)} href="#orders" />
        <Figure label={t('customers.first')} value={firstOrderAt === null ? '–' : date(firstOrderAt)} />
        <Figure label={t('customers.last')} value={lastOrderAt === null ? '–' : date(lastOrderAt)} />
      </div>
      <Consent consent={consent} />
      <Memberships customer={customer} />
      <Orders id={customer.id} />
      <Emails id={customer.id} />
      {isOwner() ? <Privacy customer={customer} /> : null}
    </div>
  );
}

/** All that is known of the customer's consent, the newest first. */
function Consent({ consent: { marketing, decidedAt, confirmations, suppressed } }: Pick<CustomerDetail, 'consent'>) {
  const asked = confirmations.flatMap(({ requestedAt, confirmedAt }) => [
    { at: requestedAt, what: t('customers.asked') },
    ...(confirmedAt === null ? [] : [{ at: confirmedAt, what: t('customers.confirmed') }]),
  ]);
  const reason = suppressed && said('suppressed', suppressed.reason);
  const happened = [
    ...(marketing === 'unknown' && decidedAt === null
      ? []
      : [{ at: decidedAt, what: t('customers.decision', { decision: said('value', marketing) }) }]),
    ...asked,
    ...(suppressed && reason ? [{ at: suppressed.since, what: t('customers.suppressed', { reason }) }] : []),
  ].toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
  return (
    <section class="stack tight" aria-labelledby="consent">
      <h2 id="consent">{t('customers.history')}</h2>
      {reason ? <p class="note warn">{t('customers.suppressed', { reason })}</p> : null}
      {happened.length === 0 ? <p class="quiet">{t('value.unknown')}</p> : null}
      <ul class="stack tight">
        {happened.map(({ at, what }) => (
          <li key={what}>
            {what} <span class="small quiet">{at === null ? t('customers.undated') : dateTime(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Orders({ id }: { readonly id: string }) {
  const pages = usePages();
  const { cursor } = pages;
  const orders = useLoad(() => ordersOf(id, cursor), [id, cursor]);
  return (
    <section class="stack" aria-labelledby="orders">
      <h2 id="orders">{t('customers.orders')}</h2>
      <Loading from={orders}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <p class="quiet">{t('start.never')}</p>
          ) : (
            <>
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
              {pages.buttons(nextCursor)}
            </>
          )
        }
      </Loading>
    </section>
  );
}

function Emails({ id }: { readonly id: string }) {
  const pages = usePages();
  const { cursor } = pages;
  const emails = useLoad(() => emailsOf(id, cursor), [id, cursor]);
  return (
    <section class="stack" aria-labelledby="emails">
      <h2 id="emails">{t('customers.emails')}</h2>
      <Loading from={emails}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <p class="quiet">{t('runs.none')}</p>
          ) : (
            <>
              <Table
                caption={t('customers.emails')}
                head={[t('runs.step'), t('customers.sequence'), t('sequences.state'), t('runs.due')]}
                rows={items.map(({ subject, sequence, place, state, reason, sentAt, sendAt }) => [
                  place === undefined ? subject : <a href={place}>{subject}</a>,
                  sequence,
                  `${said('message', state)}${reason === null ? '' : `: ${said('reason', reason)}`}`,
                  dateTime(sentAt ?? sendAt),
                ])}
              />
              {pages.buttons(nextCursor)}
            </>
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
  const why = useAction(async () => setExplanation(await explain(id, customer.id)));
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
