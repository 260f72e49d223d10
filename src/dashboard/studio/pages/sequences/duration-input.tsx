import { t } from '../../i18n/index.js';
import { Input, Select } from '../../ui/form.js';

const UNITS = ['D', 'H', 'M'] as const;

interface DurationInputProps {
  readonly label: string;
  readonly hint?: string;
  /** The JSON pointer of the duration. */
  readonly name: string;
  /** ISO 8601. */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A duration in one unit. A duration of several units stays as it is until it is changed. */
export function DurationInput({ label, hint, name, value, onValue }: DurationInputProps) {
  const [, days, hours, minutes] = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:0S)?)?$/.exec(value) ?? [];
  const amount = days ?? hours ?? minutes ?? '0';
  const unit = minutes !== undefined ? 'M' : hours !== undefined ? 'H' : 'D';
  const change = (nextAmount: string, nextUnit: string): void =>
    onValue(nextUnit === 'D' ? `P${Number(nextAmount)}D` : `PT${Number(nextAmount)}${nextUnit}`);
  return (
    <div class="row top">
      <Input
        label={label}
        name={name}
        {...(hint === undefined ? {} : { hint })}
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
