import { t } from '../../i18n/index.js';
import { Table } from '../../ui/parts.js';
import type { Queue } from './calls.js';

/** Idle queues are only counted, because there are many. */
export function Queues({ queues }: { readonly queues: readonly Queue[] }) {
  const busy = queues.filter(({ waiting, active, delayed, failed }) => waiting + active + delayed + failed > 0);
  return (
    <>
      {busy.length === 0 ? null : (
        <Table
          caption={t('health.queues')}
          head={[
            t('health.queue'),
            t('health.waiting'),
            t('health.oldest'),
            t('health.active'),
            t('health.delayed'),
            t('health.failed'),
          ]}
          rows={busy.map(({ name, waiting, active, delayed, failed, oldestWaitingSeconds }) => [
            name,
            waiting,
            waiting === 0 ? '–' : t('health.seconds', { n: oldestWaitingSeconds }),
            active,
            delayed,
            failed,
          ])}
        />
      )}
      <p class="small quiet">
        {t(busy.length === 0 ? 'health.allIdle' : 'health.idle', { n: queues.length - busy.length })}
      </p>
    </>
  );
}
