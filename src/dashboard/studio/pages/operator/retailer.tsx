import { dateTime, list, t } from '../../i18n/index.js';
import { BASE, href } from '../../router.js';
import { lookAfter } from '../../session.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { checkStore, getRetailer, type Retailer } from './calls.js';
import { RetailerState } from './retailers.js';

export function RetailerView({ id }: { readonly id: string }) {
  const retailer = useLoad(() => getRetailer(id), [id]);
  const up = { href: href('operator'), name: t('nav.retailers') };
  return (
    <Page title={retailer.data?.name ?? t('retailers.store')} up={up}>
      <Loading from={retailer}>
        {(data) => (
          <div class="columns">
            <Connection retailer={data} />
            <Webhooks retailer={data} onChecked={retailer.reload} />
          </div>
        )}
      </Loading>
    </Page>
  );
}

function Connection({ retailer }: { readonly retailer: Retailer }) {
  const { id, name, status, externalId, missingScopes } = retailer;
  const enter = useAction(() => lookAfter(id, BASE));
  return (
    <section class="card stack" aria-labelledby="connection">
      <h2 id="connection">{t('store.connection')}</h2>
      <RetailerState retailer={retailer} />
      <bdi class="quiet">{externalId}</bdi>
      {missingScopes.length > 0 ? <p class="note warn">{t('store.scopes', { scopes: list(missingScopes) })}</p> : null}
      {enter.failure ? <FailureNote failure={enter.failure} /> : null}
      {status === 'uninstalled' ? (
        <p class="quiet">{t('retailers.gone')}</p>
      ) : (
        <div>
          <button type="button" class="main" aria-disabled={enter.running} onClick={() => void enter.run()}>
            {t('retailers.lookAfter', { store: name })}
          </button>
        </div>
      )}
      <ul class="stack tight">
        <li>
          <a href={`${href('operator', 'deliveries')}?retailer=${id}`}>{t('retailers.itsDeliveries')}</a>
        </li>
        <li>
          <a href={`${href('operator', 'actions')}?retailer=${id}`}>{t('retailers.itsActions')}</a>
        </li>
      </ul>
    </section>
  );
}

interface WebhooksProps {
  readonly retailer: Retailer;
  readonly onChecked: () => void;
}

/** What the store reports to the service, and a check of it on request. */
function Webhooks({ retailer: { id, status, webhooks }, onChecked }: WebhooksProps) {
  const check = useAction(async () => {
    await checkStore(id);
    onChecked();
  });
  const { registered, problems, lastCheckedAt } = webhooks;
  return (
    <section class="card stack" aria-labelledby="webhooks">
      <h2 id="webhooks">{t('retailers.webhooks')}</h2>
      {problems.length === 0 ? <p class="quiet">{t('retailers.noProblems')}</p> : null}
      {problems.map((problem) => (
        <p key={problem} class="note warn small" dir="auto">
          {problem}
        </p>
      ))}
      <p class="small quiet">
        {t('store.topics', { n: registered.length })}
        {lastCheckedAt === null ? '' : ` · ${t('retailers.checked', { when: dateTime(lastCheckedAt) })}`}
      </p>
      {check.failure ? <FailureNote failure={check.failure} /> : null}
      {status === 'installed' ? (
        <div>
          <button type="button" aria-disabled={check.running} onClick={() => void check.run()}>
            {t('retailers.check')}
          </button>
        </div>
      ) : null}
      <p role="status" class="small quiet">
        {check.running ? t('retailers.checking') : ''}
      </p>
    </section>
  );
}
