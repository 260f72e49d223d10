import type { ComponentChildren } from 'preact';
import { number, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { type Loaded, useLoad, usePolling } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Figure, Tag } from '../../ui/parts.js';
import { Loading } from '../../ui/states.js';
import { readDatastores, readQueues, type Retailer, retailersMissingScopes, retailersWithoutAccess } from './calls.js';
import { Queues } from './queues.js';

const RENEW_MS = 5_000;

export function Health() {
  const datastores = useLoad(readDatastores, []);
  const queues = useLoad(readQueues, []);
  const withoutAccess = useLoad(retailersWithoutAccess, []);
  const missingScopes = useLoad(retailersMissingScopes, []);
  usePolling(true, datastores.reload, RENEW_MS);
  usePolling(true, queues.reload, RENEW_MS);
  return (
    <Page title={t('nav.health')} intro={t('health.intro')}>
      <div class="stack loose">
        <div class="columns">
          <Card id="datastores" title={t('health.datastores')}>
            <Loading from={datastores}>
              {(checks) => (
                <ul class="stack tight">
                  <Datastore name="Postgres" isUp={checks?.postgres === 'up'} />
                  <Datastore name="Redis" isUp={checks?.redis === 'up'} />
                </ul>
              )}
            </Loading>
          </Card>
          <Card id="late" title={t('health.late')}>
            <Loading from={queues}>
              {({ inbox, segmentClock }) => (
                <div class="figures">
                  <Figure label={t('health.inboxAge')} value={seconds(inbox.oldestPendingSeconds)} />
                  <Figure label={t('health.inboxPending')} value={number(inbox.pending)} />
                  <Figure
                    label={t('health.inboxFailed')}
                    value={number(inbox.failed)}
                    href={href('operator', 'deliveries')}
                  />
                  <Figure label={t('health.clock')} value={seconds(segmentClock.lateSeconds)} />
                </div>
              )}
            </Loading>
          </Card>
          <Card id="access" title={t('health.access')}>
            <Stores from={withoutAccess} />
          </Card>
          <Card id="scopes" title={t('health.scopes')}>
            <Stores from={missingScopes} />
          </Card>
        </div>
        <Card id="queues" title={t('health.queues')}>
          <Loading from={queues}>{(data) => <Queues queues={data.queues} />}</Loading>
          <p>
            <a href={href('queues')} target="_blank">
              {t('health.board')}
            </a>
          </p>
        </Card>
      </div>
    </Page>
  );
}

const seconds = (n: number): string => t('health.seconds', { n });

interface CardProps {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

const Card = ({ id, title, children }: CardProps) => (
  <section class="card stack" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

const Datastore = ({ name, isUp }: { readonly name: string; readonly isUp: boolean }) => (
  <li class="row">
    <Tag tone={isUp ? 'good' : 'bad'}>{t(isUp ? 'health.up' : 'health.down')}</Tag>
    {name}
  </li>
);

const Stores = ({ from }: { readonly from: Loaded<{ readonly items: readonly Retailer[] }> }) => (
  <Loading from={from}>
    {({ items }) =>
      items.length === 0 ? (
        <p class="quiet">{t('health.noStores')}</p>
      ) : (
        <ul class="stack tight">
          {items.map(({ id, name }) => (
            <li key={id}>
              <a href={href('operator', 'retailers', id)}>
                <bdi>{name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )
    }
  </Loading>
);
