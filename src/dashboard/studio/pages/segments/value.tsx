import { useState } from 'preact/hooks';
import { commas, list, number, said, t } from '../../i18n/index.js';
import { me } from '../../session-state.js';
import { Field, Input, Select } from '../../ui/form.js';
import { type Criterion, nameOf } from './registry.js';

interface ValueProps {
  readonly name: string;
  readonly criterion: Criterion;
  readonly value: unknown;
  readonly onValue: (value: unknown) => void;
}

/** The control for the value of one line. */
export function Value({ name, criterion, value, onValue }: ValueProps) {
  const label = t('segments.valueOf', { name });
  switch (criterion.type) {
    case 'flag':
      return <span class="quiet">{t('segments.holds')}</span>;
    case 'integer':
    case 'number':
    case 'money':
      return <Figure label={label} criterion={criterion} value={value} onValue={onValue} />;
    case 'choice':
      return <OneOf label={label} criterion={criterion} value={value} onValue={onValue} />;
    case 'list':
      return <Words label={label} value={value} onValue={onValue} />;
    case 'ranges':
      return <Fifths value={value} onValue={onValue} />;
    case 'text':
      return <Raw label={label} value={value} onValue={onValue} />;
  }
}

interface ControlProps extends Omit<ValueProps, 'name'> {
  readonly label: string;
}

const Figure = ({ label, criterion: { type, schema }, value, onValue }: ControlProps) => (
  <Input
    label={label}
    quietLabel
    type="number"
    inputMode={type === 'integer' ? 'numeric' : 'decimal'}
    min={plain(schema['minimum'] ?? 0)}
    step={type === 'integer' ? '1' : '0.01'}
    placeholder={type === 'money' ? (me().currency ?? '') : ''}
    value={plain(value)}
    onValue={(text) => onValue(text === '' ? undefined : type === 'money' ? text : Number(text))}
  />
);

const OneOf = ({ label, criterion: { options }, value, onValue }: ControlProps) => (
  <Select
    label={label}
    quietLabel
    value={plain(value)}
    options={[['', '…'], ...(options ?? []).map(plain).map((each) => [each, said('value', each)] as const)]}
    onValue={(chosen) => onValue(chosen === '' ? undefined : chosen)}
  />
);

/** The text is kept as it is typed, so that a comma does not vanish before the next word. */
function Words({ label, value, onValue }: Omit<ControlProps, 'criterion'>) {
  const [text, setText] = useState(() => wordsOf(value).join(', '));
  return (
    <Input
      label={label}
      quietLabel
      placeholder={t('segments.commas')}
      value={text}
      onValue={(typed) => {
        setText(typed);
        onValue(
          orNothing(
            typed
              .split(',')
              .map((word) => word.trim())
              .filter(Boolean),
          ),
        );
      }}
    />
  );
}

const PARTS = ['recency', 'frequency', 'monetary'] as const;
type Range = readonly [number, number];
const WHOLE: Range = [1, 5];

function Fifths({ value, onValue }: Pick<ValueProps, 'value' | 'onValue'>) {
  const ranges = (value ?? {}) as Partial<Record<(typeof PARTS)[number], Range>>;
  const change = (part: (typeof PARTS)[number], range: Range): void => {
    const all = { ...ranges, [part]: range };
    const kept = Object.entries(all).filter(([, [from, to]]) => from !== 1 || to !== 5);
    onValue(kept.length === 0 ? undefined : Object.fromEntries(kept));
  };
  return (
    <div class="stack tight">
      {PARTS.map((part) => {
        const [from, to] = ranges[part] ?? WHOLE;
        const options = [1, 2, 3, 4, 5].map((each) => [String(each), number(each)] as const);
        return (
          <div key={part} class="row">
            <span class="small">{t(`rfm.${part}`)}</span>
            <Select
              label={t('segments.from', { name: t(`rfm.${part}`) })}
              quietLabel
              value={String(from)}
              options={options}
              onValue={(chosen) => change(part, [Number(chosen), Math.max(to, Number(chosen))])}
            />
            <Select
              label={t('segments.to', { name: t(`rfm.${part}`) })}
              quietLabel
              value={String(to)}
              options={options}
              onValue={(chosen) => change(part, [Math.min(from, Number(chosen)), Number(chosen)])}
            />
          </div>
        );
      })}
    </div>
  );
}

/** For a form of value that the studio does not know: as JSON. */
const Raw = ({ label, value, onValue }: Omit<ControlProps, 'criterion'>) => (
  <Field label={label} quietLabel>
    {(attributes) => (
      <input
        {...attributes}
        value={value === undefined ? '' : JSON.stringify(value)}
        onChange={({ currentTarget }) => onValue(parsed(currentTarget.value))}
      />
    )}
  </Field>
);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text === '' ? undefined : text;
  }
}

const wordsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** A value that is a text or a number, as it stands in a control. */
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const orNothing = (words: readonly string[]): readonly string[] | undefined => (words.length > 0 ? words : undefined);

/** A line in words: `Last order at least this many days ago: 90`. */
export function lineOf(key: string, value: unknown): string {
  if (value === true) return nameOf(key);
  return `${nameOf(key)}: ${shown(value)}`;
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string' && AMOUNT.test(value)) return number(Number(value), DECIMALS);
  // A word of a list may look like an amount.
  if (Array.isArray(value)) return list(value.map((each) => (typeof each === 'string' ? wordOf(each) : shown(each))));
  if (typeof value === 'object') {
    return commas(
      Object.entries(value).map(
        ([name, each]) => `${said('rfm', name)} ${Array.isArray(each) ? each.join('–') : shown(each)}`,
      ),
    );
  }
  return wordOf(plain(value));
}

/** The service writes amounts with a decimal point. */
const AMOUNT = /^-?\d+\.\d{2,4}$/;
const DECIMALS = { minimumFractionDigits: 2, maximumFractionDigits: 4 };

const wordOf = (value: string): string => said('value', value);
