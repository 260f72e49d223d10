import { useState } from 'preact/hooks';
import { dateTime, problemSaid, t } from '../../i18n/index.js';
import { href, query } from '../../router.js';
import { Dialog } from '../../ui/dialog.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { usePages } from '../../ui/pages.js';
import { Table } from '../../ui/parts.js';
import { Empty, FailureNote, Loading } from '../../ui/states.js';
import { type Delivery, listFailed, replay, type Trial } from './calls.js';
import { ReplayButtons, ReplayResult } from './replay.js';

/** Deliveries that failed for good, of all stores or of one. */
export function Deliveries() {
  const retailerId = query.value.get('retailer') ?? '';
  const pages = usePages();
  const { cursor } = pages;
  const failed = useLoad(() => listFailed(retailerId, cursor), [retailerId, cursor]);
  const [asked, setAsked] = useState<Delivery>();
  const [result, setResult] = useState<Trial | Delivery>();
  const run = useAction(async (id: string, dryRun: boolean) => {
    setAsked(undefined);
    setResult(undefined);
    setResult(await replay(id, dryRun));
    if (!dryRun) failed.reload();
  });
  const nameOf = (id: string): string => failed.data?.names.get(id) ?? id;
  return (
    <Page title={t('nav.deliveries')} intro={t('deliveries.intro')}>
      <div class="stack">
        {retailerId === '' ? null : (
          <p class="row">
            {t('deliveries.ofOne', { store: nameOf(retailerId) })}
            <a href={href('operator', 'deliveries')}>{t('deliveries.all')}</a>
          </p>
        )}
        {run.failure ? <FailureNote failure={run.failure} /> : null}
        <div role="status">{result ? <ReplayResult result={result} /> : null}</div>
        <Loading from={failed}>
          {({ items, nextCursor }) => (
            <>
              {items.length === 0 ? (
                <Empty title={t('deliveries.none')}>{t('deliveries.noneHint')}</Empty>
              ) : (
                <Table
                  caption={t('nav.deliveries')}
                  head={[
                    t('store.topic'),
                    t('retailers.store'),
                    t('store.received'),
                    t('store.attempts'),
                    t('deliveries.why'),
                    t('deliveries.replay'),
                  ]}
                  rows={items.map((delivery) => [
                    delivery.topic,
                    <a href={href('operator', 'retailers', delivery.retailerId)}>
                      <bdi>{nameOf(delivery.retailerId)}</bdi>
                    </a>,
                    dateTime(delivery.receivedAt),
                    delivery.attempts,
                    <span class="wrap">{problemSaid('deliveryProblem', delivery) ?? t('deliveries.noReason')}</span>,
                    <ReplayButtons
                      delivery={delivery}
                      store={nameOf(delivery.retailerId)}
                      running={run.running}
                      onTry={() => void run.run(delivery.id, true)}
                      onReplay={() => setAsked(delivery)}
                    />,
                  ])}
                />
              )}
              {pages.buttons(nextCursor)}
            </>
          )}
        </Loading>
        {asked ? (
          <Dialog title={t('deliveries.replayTitle')} onClose={() => setAsked(undefined)}>
            <p>{t('deliveries.replayHint', { topic: asked.topic, store: nameOf(asked.retailerId) })}</p>
            <div class="row">
              <button type="button" class="main" onClick={() => void run.run(asked.id, false)}>
                {t('deliveries.replay')}
              </button>
              <button type="button" onClick={() => setAsked(undefined)}>
                {t('cancel')}
              </button>
            </div>
          </Dialog>
        ) : null}
      </div>
    </Page>
  );
}
