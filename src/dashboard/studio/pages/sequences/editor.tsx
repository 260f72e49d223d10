import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { go, href } from '../../router.js';
import { DraftGuard } from '../../ui/draft-guard.js';
import { useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { getBrand } from '../images/calls.js';
import { AutomaticConfirm } from './automatic.js';
import { type Definition, getSequence, type Sequence, type Step } from './calls.js';
import { SequenceConflict } from './conflict.js';
import { withImage } from './placed-images.js';
import { usePlacing } from './placing.js';
import { subjectsOf, useDraft, usePreviews } from './previews.js';
import { useReader } from './readers.js';
import { type Saving, useSaving } from './saving.js';
import { SequenceSettings } from './settings.js';
import { StepEditor } from './step-editor.js';
import { StepList } from './step-list.js';
import { StepPreview } from './step-preview.js';
import { textOf } from './text-of.js';
import { plain } from './time-line.js';

export function SequenceEditor({ id }: { readonly id: string }) {
  const sequence = useLoad(() => getSequence(id), [id]);
  const up = { href: href('sequences', id), name: sequence.data?.name ?? t('nav.sequences') };
  return (
    <Page title={t('editor.title')} up={up}>
      <Loading from={sequence}>{(data) => <Editing stored={data} />}</Loading>
    </Page>
  );
}

/** What was there before an email or all changes went. */
interface Dropped {
  readonly text: string;
  readonly draft: Definition;
  readonly chosen: number;
}

function Editing({ stored }: { readonly stored: Sequence }) {
  const [chosen, setChosen] = useState(0);
  const [dropped, setDropped] = useState<Dropped>();
  const saving = useSaving(stored, ({ steps }) => {
    setDropped(undefined);
    setChosen((index) => Math.min(index, steps.length - 1));
  });
  const { base, draft, change, isChanged, save } = saving;
  const show = (shown: Definition, index: number): void => {
    change(shown);
    setChosen(index);
  };
  const drop = (text: string, kept: Definition, index: number): void => {
    setDropped({ text, draft, chosen });
    show(kept, index);
  };
  /** Chooses the email that has the field of a mistake. */
  const showEmail = (pointer: string): void => {
    const [, index] = /^\/steps\/(\d+)/.exec(pointer) ?? [];
    if (index !== undefined) setChosen(Number(index));
  };
  return (
    <form
      class="stack loose"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
        event.preventDefault();
        void save();
      }}
    >
      <div class="row spread">
        <p class="quiet" role="status">
          {isChanged ? t('editor.changed') : t('editor.saved', { version: base.version })}
        </p>
        <div class="row">
          {isChanged ? (
            <button type="button" class="plain" onClick={() => drop(t('editor.discarded'), saving.saved, 0)}>
              {t('editor.discard')}
            </button>
          ) : null}
          <button type="submit" class={isChanged ? 'main' : ''} aria-disabled={saving.action.running}>
            {t('save')}
          </button>
          <Review id={base.id} isChanged={isChanged} onSave={() => save()} />
        </div>
      </div>
      <DraftGuard isChanged={isChanged} action={t('save')} onSave={() => save()} />
      <Notes saving={saving} onShow={showEmail} />
      {dropped ? (
        <p class="note row spread" role="status">
          <span>{dropped.text}</span>
          <button
            type="button"
            onClick={() => {
              show(dropped.draft, dropped.chosen);
              setDropped(undefined);
            }}
          >
            {t('undo')}
          </button>
        </p>
      ) : null}
      <Emails
        saving={saving}
        onShowEmail={showEmail}
        chosen={chosen}
        onChoose={setChosen}
        onShow={show}
        onDrop={drop}
      />
    </form>
  );
}

interface NotesProps {
  readonly saving: Saving;
  readonly onShow: (pointer: string) => void;
}

/** What stands in the way of the draft, and the questions about it. */
function Notes({ saving, onShow }: NotesProps) {
  const { base, draft, newer, asked, action, change, save } = saving;
  const byTwo = useLoad(getBrand, []).data?.settings.approvalByTwo ?? false;
  const placing = usePlacing((image) =>
    change((before) => ({
      ...before,
      steps: before.steps.map((step, index) => (index === 0 ? withImage(step, image) : step)),
    })),
  );
  const failure = action.failure ?? placing.failure;
  return (
    <>
      {failure ? <FailureNote failure={failure} onShow={onShow} /> : null}
      {placing.isPlaced ? (
        <p class="note" role="status">
          {t('stepImages.placed')}
        </p>
      ) : null}
      {asked ? (
        <AutomaticConfirm
          id={base.id}
          definition={asked.body}
          byTwo={byTwo}
          onConfirm={() => Promise.resolve(asked.answer(true))}
          onClose={() => asked.answer(false)}
        />
      ) : null}
      {newer ? (
        <SequenceConflict
          key={newer.version}
          base={base}
          mine={draft}
          theirs={newer}
          busy={action.running}
          onMerge={(body) => void save(body, newer)}
        />
      ) : null}
    </>
  );
}

interface ReviewProps {
  readonly id: string;
  readonly isChanged: boolean;
  readonly onSave: () => Promise<boolean>;
}

/** Leads to the plan. The plan is about what is saved, so that changes are saved first. */
const Review = ({ id, isChanged, onSave }: ReviewProps) => {
  const plan = href('sequences', id, 'send');
  return (
    <a
      class={`button ${isChanged ? '' : 'main'}`}
      href={plan}
      onClick={(event) => {
        if (!isChanged) return;
        event.preventDefault();
        void onSave().then((isSaved) => isSaved && go(plan, { asks: false }));
      }}
    >
      {t('sequences.review')}
    </a>
  );
};

interface EmailsProps {
  readonly saving: Saving;
  readonly onShowEmail: (pointer: string) => void;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onShow: (draft: Definition, chosen: number) => void;
  readonly onDrop: (text: string, kept: Definition, chosen: number) => void;
}

/** The rules and the emails beside the email as a recipient sees it. */
function Emails({ saving: { base, draft, change }, onShowEmail, chosen, onChoose, onShow, onDrop }: EmailsProps) {
  const { steps } = draft;
  const step = steps[chosen];
  const reader = useReader(textOf(base.segment), 'longest_name');
  const previews = usePreviews(base, reader.value);
  const written = useDraft(draft, step?.id ?? '', reader.value);
  const changeStep = (changed: Step): void =>
    change({ ...draft, steps: steps.map((each, index) => (index === chosen ? changed : each)) });
  return (
    <div class="columns">
      <div class="stack">
        <SequenceSettings draft={draft} onChange={change} />
        <StepList
          steps={steps}
          subjects={subjectsOf(previews.data, base.steps, steps)}
          chosen={chosen}
          onChoose={onChoose}
          onChange={(changed, index) => onShow({ ...draft, steps: changed }, index)}
          onRemove={(index) =>
            onDrop(
              t('editor.removed', { subject: plain(steps[index]?.subject ?? '') }),
              { ...draft, steps: steps.toSpliced(index, 1) },
              Math.max(0, index - 1),
            )
          }
        />
        {step ? (
          <StepEditor key={step.id} step={step} place={`/steps/${chosen}`} steps={steps} onChange={changeStep} />
        ) : null}
      </div>
      {step ? (
        <StepPreview step={step.id} draft={written} previews={previews} reader={reader} onShow={onShowEmail} />
      ) : null}
    </div>
  );
}
