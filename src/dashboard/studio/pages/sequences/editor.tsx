import { useEffect, useState } from 'preact/hooks';
import { failureOf } from '../../failure.js';
import { t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { type Definition, definitionOf, getSequence, putSequence, type Sequence, type Step } from './calls.js';
import { SequenceConflict } from './conflict.js';
import { subjectsOf, useDraft, usePreviews } from './previews.js';
import { useReader } from './readers.js';
import { StepPreview } from './step-preview.js';
import { SequenceSettings } from './settings.js';
import { StepEditor } from './step-editor.js';
import { TimeLine } from './time-line.js';
import { textOf } from './text-of.js';

export function SequenceEditor({ id }: { readonly id: string }) {
  const sequence = useLoad(() => getSequence(id), [id]);
  const up = { href: href('sequences', id), name: sequence.data?.name ?? t('nav.sequences') };
  return (
    <Page title={t('editor.title')} up={up}>
      <Loading from={sequence}>{(data) => <Editing stored={data} />}</Loading>
    </Page>
  );
}

function Editing({ stored }: { readonly stored: Sequence }) {
  const [base, setBase] = useState(stored);
  const [draft, setDraft] = useState(() => definitionOf(stored));
  const [chosen, setChosen] = useState(0);
  const [newer, setNewer] = useState<Sequence>();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(definitionOf(base));
  /** Somebody else may have saved meanwhile: both versions are then shown, and nothing is lost. */
  const save = useAction(async (body: Definition = draft, basedOn: Sequence = base) => {
    try {
      await putSequence(base.id, { ...body, version: basedOn.version });
      setNewer(undefined);
    } catch (error) {
      if (failureOf(error).code !== 'sequence_version_conflict') throw error;
      if (newer) setBase(newer);
      setDraft(body);
      return setNewer(await getSequence(base.id));
    }
    const stored = await getSequence(base.id);
    setBase(stored);
    setDraft(definitionOf(stored));
    setChosen((index) => Math.min(index, stored.steps.length - 1));
  });
  const reader = useReader(textOf(base.segment), 'longest_name');
  const previews = usePreviews(base, reader.value);
  useLeaveWarning(isChanged);
  const step = draft.steps[chosen];
  const written = useDraft(draft, step?.id ?? '', reader.value);
  const changeStep = (changed: Step): void =>
    setDraft({ ...draft, steps: draft.steps.map((each, index) => (index === chosen ? changed : each)) });
  return (
    <form
      class="stack loose"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
        event.preventDefault();
        void save.run();
      }}
    >
      <div class="row spread">
        <p class="quiet" role="status">
          {isChanged ? t('editor.changed') : t('editor.saved', { version: base.version })}
        </p>
        <div class="row">
          <button type="submit" class={isChanged ? 'main' : ''} aria-disabled={save.running}>
            {t('save')}
          </button>
          <a class={`button ${isChanged ? '' : 'main'}`} href={href('sequences', base.id, 'send')}>
            {t('sequences.review')}
          </a>
        </div>
      </div>
      {save.failure ? <FailureNote failure={save.failure} /> : null}
      {newer ? (
        <SequenceConflict
          key={newer.version}
          base={base}
          mine={draft}
          theirs={newer}
          busy={save.running}
          onMerge={(body) => void save.run(body, newer)}
        />
      ) : null}
      <div class="columns">
        <div class="stack">
          <SequenceSettings draft={draft} onChange={setDraft} />
          <section class="card stack" aria-labelledby="emails">
            <h2 id="emails">{t('sequences.emails')}</h2>
            <TimeLine
              steps={draft.steps}
              subjects={subjectsOf(previews.data, base.steps, draft.steps)}
              chosen={chosen}
              onChoose={setChosen}
            />
            <Adding
              draft={draft.steps}
              onChange={(steps, index) => {
                setDraft({ ...draft, steps });
                setChosen(index);
              }}
              chosen={chosen}
            />
          </section>
          {step ? <StepEditor key={step.id} step={step} onChange={changeStep} /> : null}
        </div>
        {step ? <StepPreview step={step.id} draft={written} previews={previews} reader={reader} /> : null}
      </div>
    </form>
  );
}

interface AddingProps {
  readonly draft: readonly Step[];
  readonly chosen: number;
  readonly onChange: (steps: Step[], chosen: number) => void;
}

const MOST_STEPS = 20;

function Adding({ draft, chosen, onChange }: AddingProps) {
  const step = draft[chosen];
  return (
    <div class="row">
      {step && draft.length < MOST_STEPS ? (
        <button
          type="button"
          onClick={() =>
            onChange(draft.toSpliced(chosen + 1, 0, { ...step, id: freeId(draft), delay: 'P3D' }), chosen + 1)
          }
        >
          {t('editor.copy')}
        </button>
      ) : null}
      {draft.length > 1 ? (
        <button
          type="button"
          class="plain"
          onClick={() => onChange(draft.toSpliced(chosen, 1), Math.max(0, chosen - 1))}
        >
          {t('editor.removeStep')}
        </button>
      ) : null}
    </div>
  );
}

function freeId(steps: readonly Step[]): string {
  for (let number = steps.length + 1; ; number += 1) {
    const id = `email-${number}`;
    if (!steps.some((step) => step.id === id)) return id;
  }
}

/** The browser asks before changes are lost. */
function useLeaveWarning(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
}
