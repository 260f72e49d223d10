import { date, dateTime, list, number, points, said, t } from '../../i18n/index.js';
import { isOwner, me } from '../../session-state.js';
import { Check } from '../../ui/form.js';
import { useAction, useLoad, usePolling } from '../../ui/load.js';
import { Tag } from '../../ui/parts.js';
import { FailureNote } from '../../ui/states.js';
import { isReading, Reading } from '../home/reading.js';
import { checkStore, countUnpaidOrders, readStore, type StoreDetail } from './calls.js';

const POLL_MS = 3_000;

/** Whether the store and the service hear each other, and what had to be repaired. */
export function Connection() {
  const store = useLoad(readStore, []);
  const unpaid = useAction(async (isCounted: boolean) => {
    await countUnpaidOrders(isCounted);
    store.reload();
  });
  const check = useAction(async () => {
    await checkStore();
    store.reload();
  });
  const { externalId, status, missingScopes, installedAt, currency, timeZone, user } = me();
  return (
    <section class="card stack" aria-labelledby="connection">
      <h2 id="connection">{t('store.connection')}</h2>
      <p class="row">
        <Tag tone={status === 'installed' ? 'good' : 'bad'}>{said('store', status)}</Tag>
        <bdi class="quiet">{externalId}</bdi>
      </p>
      {status === 'needs_reauth' ? <p class="note bad">{t('store.reauth')}</p> : null}
      {missingScopes.length > 0 ? <p class="note warn">{t('store.scopes', { scopes: list(missingScopes) })}</p> : null}
      <p class="small quiet">
        {points([
          t('store.since', { date: date(installedAt) }),
          currency ?? '–',
          timeZone ?? '–',
          said('role', user.role),
        ])}
      </p>
      {store.data ? <PastOrders reading={store.data.backfill} reload={store.reload} /> : null}
      {store.data ? <Webhooks webhooks={store.data.webhooks} /> : null}
      {isOwner() ? (
        <div>
          <button type="button" aria-disabled={check.running} onClick={() => void check.run()}>
            {t('store.check')}
          </button>
        </div>
      ) : null}
      {check.failure ? <FailureNote failure={check.failure} /> : null}
      {store.data ? (
        <Check
          label={t('settings.unpaid')}
          checked={store.data.settings.countUnpaidOrders}
          disabled={!isOwner()}
          onChecked={(checked) => void unpaid.run(checked)}
        />
      ) : null}
      {unpaid.failure ? <FailureNote failure={unpaid.failure} /> : null}
    </section>
  );
}

interface PastOrdersProps {
  readonly reading: StoreDetail['backfill'];
  readonly reload: () => void;
}

/** How far the reading of past orders is. */
function PastOrders({ reading, reload }: PastOrdersProps) {
  usePolling(isReading(reading), reload, POLL_MS);
  if (reading === null) return null;
  if (isReading(reading)) return <Reading reading={reading} reload={reload} />;
  return <p class="small quiet">{t('store.readingDone', { n: reading.done })}</p>;
}

/** The messages that the store sends, and what the watch over them found missing. */
function Webhooks({
  webhooks: { registered, problems, problemParts, lastCheckedAt, drift },
}: Pick<StoreDetail, 'webhooks'>) {
  return (
    <div class="stack tight">
      <details class="small">
        <summary>{t('store.topics', { n: registered.length })}</summary>
        <p class="mono">{registered.join(', ')}</p>
      </details>
      {problemParts.map(({ code, values }, index) => (
        <p key={problems[index]} class={`note small ${code === 'scope_missing' ? '' : 'warn'}`}>
          {t(`webhook.${code}`, { topic: '', reason: t('webhook.no_reason'), ...values })}
        </p>
      ))}
      <p class="small quiet">
        {drift === null
          ? t('drift.none')
          : t('drift.found', {
              topics: number(drift.restoredTopics),
              records: number(drift.lateRecords),
              when: dateTime(drift.lastFoundAt),
            })}
        {lastCheckedAt === null ? '' : ` ${t('drift.checked', { when: dateTime(lastCheckedAt) })}`}
      </p>
    </div>
  );
}
