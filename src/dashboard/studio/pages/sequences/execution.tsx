import { useState } from 'preact/hooks';
import { dateTime, number, said, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Figure, Progress } from '../../ui/parts.js';
import { Loading } from '../../ui/states.js';
import { TypedConfirm } from '../../ui/typed-confirm.js';
import { cancelExecution, type Execution, getExecution, getSequence } from './calls.js';
import { Messages } from './messages.js';
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
  const sequence = useLoad(() => getSequence(id), [id]);
  const [isStopping, setStopping] = useState(false);
  // A sequence that was deleted has no name any more.
  const name = sequence.data?.name ?? id;
  const up = { href: href('sequences', id), name };
  const actions = isRunning ? (
    <button type="button" class="danger" onClick={() => setStopping(true)}>
      {t('runs.stop')}
    </button>
  ) : null;
  return (
    <Page title={t('runs.one')} up={up} actions={actions}>
      {isStopping ? (
        <TypedConfirm
          title={t('runs.stopTitle')}
          hint={t('runs.stopHint')}
          what={name}
          action={t('runs.stop')}
          onConfirm={async () => {
            await cancelExecution(run);
            setStopping(false);
            execution.reload();
          }}
          onClose={() => setStopping(false)}
        />
      ) : null}
      <div class="stack loose">
        <Loading from={execution}>{(data) => <Counts run={data} />}</Loading>
        <Messages
          run={run}
          state={stateOf(execution.data)}
          title={t('runs.people')}
          steps={sequence.data?.steps ?? []}
        />
      </div>
    </Page>
  );
}

/** Changes whenever a message of the run changes its state. */
const stateOf = (run: Execution | undefined): string => JSON.stringify([run?.status, run?.counts]);

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
        <Figure label={t('segments.people')} value={number(audience)} href={location.pathname} />
        <Figure label={t('runs.sent')} value={number(sent)} href={placeOf('state=sent')} />
        <Figure label={t('runs.left')} value={number(left)} href={placeOf('state=queued')} />
        {failed > 0 ? <Figure label={t('runs.failed')} value={number(failed)} href={placeOf('state=failed')} /> : null}
        {unknown > 0 ? (
          <Figure label={t('runs.unknown')} value={number(unknown)} href={placeOf('state=unknown')} />
        ) : null}
        <Figure
          label={t('results.clicks')}
          value={number(clicks.human)}
          {...(clicks.human > 0 ? { href: placeOf('clicked=true') } : {})}
        />
      </div>
      <Reasons counts={counts.skipped} unit="emails" place={(reason) => placeOf(`reason=${reason}`)} />
    </div>
  );
}

/** The list of this page, with some of the recipients. */
const placeOf = (which: string): string => `${location.pathname}?${which}`;
