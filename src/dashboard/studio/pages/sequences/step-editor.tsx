import { useRef } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { Field, Input } from '../../ui/form.js';
import type { Step } from './calls.js';
import { DurationInput } from './duration-input.js';
import { usePresentName } from '../segments/names.js';
import { rulesOfStep } from './rules.js';
import { StepImages } from './step-images.js';
import { textOf } from './text-of.js';

const BLOCKS = {
  button: ':::button\n[](https://)\n:::',
  products: ':::products\n:::',
  offer: ':::offer\n:::',
  columns: ':::columns\n\n---\n\n:::',
  firstName: '{{ customer.firstName }}',
} as const;

interface StepEditorProps {
  readonly step: Step;
  /** The JSON pointer of the email. */
  readonly place: string;
  /** All emails, which a condition may name. */
  readonly steps: readonly Step[];
  readonly onChange: (step: Step) => void;
}

/** One email: when it is sent, its subject and its text. */
export function StepEditor({ step, place, steps, onChange }: StepEditorProps) {
  const source = (['body', 'mjml', 'html'] as const).find((each) => typeof step[each] === 'string') ?? 'body';
  const presentName = usePresentName();
  const text = useRef<HTMLTextAreaElement>(null);
  const insert = (block: string): void => {
    const area = text.current;
    if (!area) return;
    area.setRangeText(block, area.selectionStart, area.selectionEnd, 'end');
    onChange({ ...step, [source]: area.value });
    area.focus();
  };
  return (
    <section class="card stack" aria-labelledby="step">
      <h2 id="step">{t('editor.email')}</h2>
      {rulesOfStep(step, steps, presentName).map((rule) => (
        <p key={rule} class="note small">
          {rule}
        </p>
      ))}
      <DurationInput
        name={`${place}/delay`}
        label={t('editor.wait')}
        value={step.delay}
        onValue={(delay) => onChange({ ...step, delay })}
      />
      <Input
        label={t('preview.subject')}
        name={`${place}/subject`}
        value={step.subject}
        maxLength={500}
        onValue={(subject) => onChange({ ...step, subject })}
      />
      <Input
        label={t('editor.preheader')}
        name={`${place}/preheader`}
        hint={t('editor.preheaderHint')}
        value={textOf(step.preheader)}
        maxLength={500}
        onValue={(preheader) => onChange({ ...step, preheader: preheader === '' ? undefined : preheader })}
      />
      <Field label={t('editor.text')} hint={t('editor.textHint')}>
        {(attributes) => (
          <textarea
            {...attributes}
            name={`${place}/${source}`}
            ref={text}
            dir="auto"
            spellcheck
            value={textOf(step[source])}
            onInput={({ currentTarget }) => onChange({ ...step, [source]: currentTarget.value })}
          />
        )}
      </Field>
      {source === 'body' ? (
        <div class="row" role="group" aria-label={t('editor.insert')}>
          {(Object.keys(BLOCKS) as (keyof typeof BLOCKS)[]).map((block) => (
            <button key={block} type="button" onClick={() => insert(BLOCKS[block])}>
              {t(`block.${block}`)}
            </button>
          ))}
        </div>
      ) : null}
      <StepImages step={step} place={`${place}/images`} onChange={onChange} />
    </section>
  );
}
