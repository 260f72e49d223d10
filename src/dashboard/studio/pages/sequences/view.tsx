import { useState } from 'preact/hooks';
import { dateTime, language, number, said, t } from '../../i18n/index.js';
import { go, href } from '../../router.js';
import { useAction, useLoad, usePolling } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Table, Tag, type Tone } from '../../ui/parts.js';
import { RemoveButton } from '../../ui/remove-button.js';
import { Empty, FailureNote, Loading } from '../../ui/states.js';
import {
  type Execution,
  getSequence,
  listExecutions,
  pauseSequence,
  removeSequence,
  resultsOf,
  resumeSequence,
  type Sequence,
} from './calls.js';
import { usePresentName } from '../segments/names.js';
import { AutomaticConfirm, AutomaticState } from './automatic.js';
import { SequenceState } from './list.js';
import { rulesOf } from './rules.js';
import { Results } from './results.js';
import { TimeLine } from './time-line.js';
import { textOf } from './text-of.js';

export function SequenceView({ id }: { readonly id: string }) {
  const sequence = useLoad(() => getSequence(id), [id]);
  const up = { href: href('sequences'), name: t('nav.sequences') };
  const data = sequence.data;
  const presentName = usePresentName();
  const actions = data ? (
    <>
      <a class="button main" href={href('sequences', id, 'send')}>
        {t('sequences.review')}
      </a>
      <a class="button" href={href('sequences', id, 'edit')}>
        {t('edit')}
      </a>
      <Care sequence={data} onChange={sequence.reload} />
    </>
  ) : null;
  return (
    <Page title={data?.name ?? t('nav.sequences')} up={up} actions={actions}>
      <Loading from={sequence}>
        {(loaded) => (
          <div class="columns wide">
            <div class="stack loose">
              <Findings id={id} />
              <Runs id={id} />
            </div>
            <section class="card stack" aria-labelledby="plan">
              <h2 id="plan">{t('sequences.plan')}</h2>
              <p>
                {t('sequences.toSegment', { segment: presentName(textOf(loaded.segment, '–')) })}{' '}
                <SequenceState sequence={loaded} />
              </p>
              {loaded.pausedBy ? <p class="note warn">{t('sequences.pausedBySelf')}</p> : null}
              <AutomaticState sequence={loaded} onChange={sequence.reload} />
              <TimeLine steps={loaded.steps} />
              <ul class="small quiet">
                {rulesOf(loaded).map((rule) => (
                  <li key={rule}>{rule}</li>
                ))}
              </ul>
            </section>
          </div>
        )}
      </Loading>
    </Page>
  );
}

function Findings({ id }: { readonly id: string }) {
  const results = useLoad(() => resultsOf(id, language.value), [id, language.value]);
  return (
    <section class="stack" aria-labelledby="results">
      <div class="row spread">
        <h2 id="results">{t('results.title')}</h2>
        <button type="button" class="plain" onClick={() => window.print()}>
          {t('print')}
        </button>
      </div>
      <Loading from={results}>{(data) => <Results id={id} results={data} />}</Loading>
    </section>
  );
}

function Runs({ id }: { readonly id: string }) {
  const runs = useLoad(() => listExecutions(id), [id]);
  usePolling(runs.data?.some(({ status }) => status === 'running') ?? false, runs.reload, 2_000);
  return (
    <section class="stack" aria-labelledby="runs">
      <h2 id="runs">{t('runs.title')}</h2>
      <Loading from={runs}>
        {(items) =>
          items.length === 0 ? (
            <Empty
              title={t('runs.none')}
              action={
                <a class="button main" href={href('sequences', id, 'send')}>
                  {t('sequences.review')}
                </a>
              }
            >
              {t('runs.noneHint')}
            </Empty>
          ) : (
            <Table
              caption={t('runs.title')}
              head={[t('runs.begun'), t('runs.mode'), t('sequences.state'), t('segments.people'), t('runs.sent')]}
              rows={items.map((run) => [
                <a class="nowrap" href={placeOf(id, run)}>
                  {dateTime(run.createdAt)}
                </a>,
                said('mode', run.mode),
                <RunState run={run} />,
                <a href={placeOf(id, run)}>{number(run.audience)}</a>,
                <a href={`${placeOf(id, run)}?state=sent`}>{number(run.counts.sent)}</a>,
              ])}
            />
          )
        }
      </Loading>
    </section>
  );
}

/** The page of a run, with all its people. */
const placeOf = (id: string, { executionId }: Execution): string => href('sequences', id, 'runs', executionId);

const TONES: Readonly<Record<Execution['status'], Tone>> = {
  scheduled: '',
  running: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: '',
};

export const RunState = ({ run: { status } }: { readonly run: Execution }) => (
  <Tag tone={TONES[status]}>{said('run', status)}</Tag>
);

function Care({ sequence, onChange }: { readonly sequence: Sequence; readonly onChange: () => void }) {
  const { id, name, pausedAt } = sequence;
  const [isAsking, setAsking] = useState(false);
  const pause = useAction(async () => {
    await (pausedAt === null ? pauseSequence(id) : resumeSequence(id));
    setAsking(false);
    onChange();
  });
  /** An automatic sequence sends to people again after that, so it asks as at its start. */
  const asks = pausedAt !== null && (sequence.automatic?.since ?? null) !== null;
  return (
    <>
      <button type="button" aria-disabled={pause.running} onClick={() => (asks ? setAsking(true) : void pause.run())}>
        {t(pausedAt === null ? 'sequences.pause' : 'sequences.resume')}
      </button>
      {isAsking ? (
        <AutomaticConfirm
          id={id}
          definition={sequence}
          byTwo={false}
          onConfirm={() => pause.run()}
          onClose={() => setAsking(false)}
        />
      ) : null}
      <RemoveButton
        name={name}
        title={t('sequences.removeTitle', { name })}
        hint={t('sequences.removeHint')}
        onRemove={async () => {
          await removeSequence(id);
          go(href('sequences'));
        }}
      />
      {pause.failure ? <FailureNote failure={pause.failure} /> : null}
    </>
  );
}
