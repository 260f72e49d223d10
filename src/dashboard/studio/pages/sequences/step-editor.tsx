import { useRef } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { Field, Input, Select } from '../../ui/form.js';
import type { Step } from './calls.js';
import { textOf } from './text-of.js';

const BLOCKS = {
  button: ':::button\n[](https://)\n:::',
  products: ':::products\n:::',
  offer: ':::offer\n:::',
  columns: ':::columns\n\n---\n\n:::',
  firstName: '{{ customer.firstName }}',
} as const;

const UNITS = ['D', 'H', 'M'] as const;

interface StepEditorProps {
  readonly step: Step;
  readonly onChange: (step: Step) => void;
}

/** One email: when it is sent, its subject and its text. */
export function StepEditor({ step, onChange }: StepEditorProps) {
  const source = (['body', 'mjml', 'html'] as const).find((each) => typeof step[each] === 'string') ?? 'body';
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
      <Delay value={step.delay} onValue={(delay) => onChange({ ...step, delay })} />
      <Input
        label={t('preview.subject')}
        value={step.subject}
        maxLength={500}
        onValue={(subject) => onChange({ ...step, subject })}
      />
      <Input
        label={t('editor.preheader')}
        hint={t('editor.preheaderHint')}
        value={textOf(step.preheader)}
        maxLength={500}
        onValue={(preheader) => onChange({ ...step, preheader: preheader === '' ? undefined : preheader })}
      />
      <Field label={t('editor.text')} hint={t('editor.textHint')}>
        {(attributes) => (
          <textarea
            {...attributes}
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
    </section>
  );
}

interface DelayProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** The wait before an email. A duration of several units stays as it is until it is changed. */
function Delay({ value, onValue }: DelayProps) {
  const [, days, hours, minutes] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:0S)?)?$/.exec(value) ?? [];
  const amount = days ?? hours ?? minutes ?? '0';
  const unit = minutes !== undefined ? 'M' : hours !== undefined ? 'H' : 'D';
  const change = (nextAmount: string, nextUnit: string): void =>
    onValue(nextUnit === 'D' ? `P${Number(nextAmount)}D` : `PT${Number(nextAmount)}${nextUnit}`);
  return (
    <div class="row">
      <Input
        label={t('editor.wait')}
        type="number"
        min="0"
        value={amount}
        onValue={(next) => change(next === '' ? '0' : next, unit)}
      />
      <Select
        label={t('editor.unit')}
        value={unit}
        options={UNITS.map((each) => [each, t(`unit.${each}`)] as const)}
        onValue={(next) => change(amount, next)}
      />
    </div>
  );
}
