import { useState } from 'preact/hooks';
import type { Schema } from '../../api.js';
import { dateTime, money, number, problemSaid, said, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { me } from '../../session-state.js';
import { Dialog } from '../../ui/dialog.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Table } from '../../ui/parts.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { listDeliveries, replay, tryReplay } from './calls.js';

interface Trial {
  readonly id: string;
  readonly topic: string;
  readonly answer: Schema<'ReplayTrialAnswer'>;
}

/** Messages of the platform that could not be worked on. Each may be tried without effect, and then for good. */
export function Deliveries() {
  const failed = useLoad(() => listDeliveries('failed'), []);
  const [trial, setTrial] = useState<Trial>();
  const attempt = useAction(async (id: string, topic: string) => setTrial({ id, topic, answer: await tryReplay(id) }));
  const repeat = useAction(async (id: string) => {
    await replay(id);
    setTrial(undefined);
    failed.reload();
  });
  return (
    <section class="card stack" aria-labelledby="deliveries">
      <h2 id="deliveries">{t('store.deliveries')}</h2>
      <Loading from={failed}>
        {(items) =>
          items.length === 0 ? (
            <p class="quiet">{t('store.noFailed')}</p>
          ) : (
            <Table
              caption={t('store.deliveries')}
              head={[t('store.topic'), t('store.received'), t('store.attempts'), t('store.problem'), t('store.try')]}
              rows={items.map(({ id, topic, receivedAt, attempts, ...why }) => [
                topic,
                dateTime(receivedAt),
                number(attempts),
                <span class="small">{problemSaid('deliveryProblem', why) ?? '–'}</span>,
                <button type="button" onClick={() => void attempt.run(id, topic)}>
                  {t('store.try')}
                  <span class="sr"> {topic}</span>
                </button>,
              ])}
            />
          )
        }
      </Loading>
      {attempt.failure ? <FailureNote failure={attempt.failure} /> : null}
      {trial ? (
        <Dialog title={t('replay.title', { topic: trial.topic })} onClose={() => setTrial(undefined)}>
          <Outcome trial={trial.answer} />
          {repeat.failure ? <FailureNote failure={repeat.failure} /> : null}
          <div class="row">
            <button type="button" class="main" aria-disabled={repeat.running} onClick={() => void repeat.run(trial.id)}>
              {t('replay.now')}
            </button>
            <button type="button" onClick={() => setTrial(undefined)}>
              {t('cancel')}
            </button>
          </div>
        </Dialog>
      ) : null}
    </section>
  );
}

/** What a replay would do. */
function Outcome({ trial: { outcome, customers } }: { readonly trial: Schema<'ReplayTrialAnswer'> }) {
  const spent = (amount: string): string => money(amount, me().currency);
  return (
    <div class="stack tight">
      <p>
        <strong>{t('replay.would', { outcome: said('replay', outcome.status) })}</strong>{' '}
        {t('replay.customers', { n: customers.length })}
      </p>
      {outcome.problem === null ? null : <p class="small">{problemSaid('deliveryProblem', outcome)}</p>}
      {customers.map(({ customerId, externalId, before, after }) => (
        <p key={customerId} class="small">
          <a href={href('customers', externalId)}>
            <bdi>{externalId}</bdi>
          </a>
          {': '}
          {t('replay.change', {
            orders: before?.ordersCount ?? 0,
            ordersAfter: after.ordersCount,
            spent: spent(before?.totalSpent ?? '0'),
            spentAfter: spent(after.totalSpent),
          })}
        </p>
      ))}
    </div>
  );
}
