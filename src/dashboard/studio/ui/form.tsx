import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly wrong?: string | undefined;
  /** Shows the label to screen readers only. */
  readonly quietLabel?: boolean;
  readonly children: (attributes: FieldAttributes) => ComponentChildren;
}

export interface FieldAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean | undefined;
}

/** A labelled control with its hint and its error. */
export function Field({ label, hint, wrong, quietLabel = false, children }: FieldProps) {
  const id = useId();
  const isDescribed = hint !== undefined || wrong !== undefined;
  return (
    <div class="field">
      <label for={id} class={quietLabel ? 'sr' : undefined}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': isDescribed ? `${id}-about` : undefined,
        'aria-invalid': wrong === undefined ? undefined : true,
      })}
      {isDescribed ? (
        <div id={`${id}-about`}>
          {wrong === undefined ? null : <p class="wrong">{wrong}</p>}
          {hint === undefined ? null : <p class="hint">{hint}</p>}
        </div>
      ) : null}
    </div>
  );
}

type InputProps = Omit<FieldProps, 'children'> & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: 'text' | 'number' | 'email' | 'url' | 'date' | 'datetime-local' | 'password';
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  readonly placeholder?: string;
  readonly autocomplete?: 'on' | 'off' | 'email';
  /** The JSON pointer of the value in the body that the page sends. */
  readonly name?: string;
  readonly maxLength?: number;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly inputMode?: 'numeric' | 'decimal';
};

export const Input = ({ label, hint, wrong, quietLabel, value, onValue, type = 'text', ...rest }: InputProps) => (
  <Field label={label} hint={hint} wrong={wrong} {...(quietLabel === undefined ? {} : { quietLabel })}>
    {(attributes) => (
      <input
        {...({ ...rest, ...attributes, type } as InputHTMLAttributes)}
        dir={value === '' ? undefined : 'auto'}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    )}
  </Field>
);

interface SelectProps extends Omit<FieldProps, 'children'> {
  /** The JSON pointer of the value in the body that the page sends. */
  readonly name?: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onValue: (value: string) => void;
}

export const Select = ({ label, hint, wrong, quietLabel, name, value, options, onValue }: SelectProps) => (
  <Field label={label} hint={hint} wrong={wrong} {...(quietLabel === undefined ? {} : { quietLabel })}>
    {(attributes) => (
      <select {...attributes} name={name} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface CheckProps {
  readonly label: ComponentChildren;
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
  readonly disabled?: boolean;
}

export const Check = ({ label, checked, onChecked, disabled = false }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={({ currentTarget }) => onChecked(currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);

interface ChoiceProps<T extends string> {
  readonly label: string;
  /** Undefined where none of them is chosen. */
  readonly value: T | undefined;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onValue: (value: T) => void;
}

/** A few choices side by side. */
export const Choice = <T extends string>({ label, value, options, onValue }: ChoiceProps<T>) => (
  <div class="segmented" role="group" aria-label={label}>
    {options.map(([each, text]) => (
      <button key={each} type="button" aria-pressed={each === value} onClick={() => onValue(each)}>
        {text}
      </button>
    ))}
  </div>
);
