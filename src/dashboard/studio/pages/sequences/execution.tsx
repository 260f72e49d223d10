import { dateTime, number, said, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { usePages } from '../../ui/pages.js';
import { Figure, Progress, Table } from '../../ui/parts.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { cancelExecution, type Execution, getExecution, messagesOf } from './calls.js';
import { useExecutionStream } from './stream.js';
import { Reasons } from './reasons.js';
import { RunState } from './view.js';

interface ExecutionProps {
  readonly id: string;
  readonly run: string;
}

/** One run, with its counts as they change. */
export function ExecutionView({ id, run }: ExecutionProps) {
  const execution = useLoad(() => getExecution(run), [run]);
  const isRunning = execution.data?.status === 'running' || execution.data?.status === 'scheduled';
  useExecutionStream(run, isRunning, execution.reload);
  const cancel = useAction(async () => {
    await cancelExecution(run);
    execution.reload();
  });
  const up = { href: href('sequences', id), name: t('nav.sequences') };
  const actions = isRunning ? (
    <button type="button" class="danger" aria-disabled={cancel.running} onClick={() => void cancel.run()}>
      {t('runs.stop')}
    </button>
  ) : null;
  return (
    <Page title={t('runs.one')} up={up} actions={actions}>
      {cancel.failure ? <FailureNote failure={cancel.failure} /> : null}
      <Loading from={execution}>{(data) => <Counts run={data} />}</Loading>
      <Messages run={run} state={execution.data?.status ?? ''} />
    </Page>
  );
}

function Counts({ run }: { readonly run: Execution }) {
  const { counts, clicks, audience, mode, createdAt, pausedBy } = run;
  const { planned, sent, queued, sending, failed, unknown } = counts;
  const left = queued + sending;
  return (
    <div class="card stack">
      <h2 class="sr">{t('runs.progress')}</h2>
      <p class="row">
        <RunState run={run} />{' '}
        <span class="quiet">{t('runs.since', { mode: said('mode', mode), when: dateTime(createdAt) })}</span>
      </p>
      {pausedBy ? <p class="note warn">{t('sequences.pausedBySelf')}</p> : null}
      {planned > 0 && mode !== 'dryRun' ? (
        <Progress label={t('runs.progress')} share={(planned - left) / planned} />
      ) : null}
      <div class="figures" aria-live="polite">
        <Figure label={t('segments.people')} value={number(audience)} />
        <Figure label={t('runs.sent')} value={number(sent)} />
        <Figure label={t('runs.left')} value={number(left)} />
        {failed > 0 ? <Figure label={t('runs.failed')} value={number(failed)} /> : null}
        {unknown > 0 ? <Figure label={t('runs.unknown')} value={number(unknown)} /> : null}
        <Figure label={t('results.clicks')} value={number(clicks.human)} />
      </div>
      <Reasons skipped={counts.skipped} />
    </div>
  );
}

/** The recipients of a run, each with what became of the email and why. */
export function Messages({ run, state }: { readonly run: string; readonly state: string }) {
  const pages = usePages();
  const { cursor } = pages;
  const messages = useLoad(() => messagesOf(run, cursor), [run, cursor, state]);
  return (
    <section class="stack" aria-labelledby="messages">
      <h2 id="messages">{t('runs.people')}</h2>
      <Loading from={messages}>
        {({ items, nextCursor }) => (
          <>
            <Table
              caption={t('runs.people')}
              head={[t('customers.email'), t('runs.step'), t('sequences.state'), t('runs.due')]}
              rows={items.map(({ email, step, state: outcome, reason, sentAt, sendAt }) => [
                <bdi>{email ?? t('customers.erased')}</bdi>,
                step,
                `${said('message', outcome)}${reason === null ? '' : `: ${said('reason', reason)}`}`,
                dateTime(sentAt ?? sendAt),
              ])}
            />
            {pages.buttons(nextCursor)}
          </>
        )}
      </Loading>
    </section>
  );
}
