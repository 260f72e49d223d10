import { useId, useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import { type Difference, firstChoice, type Side } from './merge.js';

interface MergeViewProps {
  readonly found: readonly Difference[];
  /** What a part is called, and how a value of it reads. */
  readonly nameOf: (part: string) => string;
  readonly textOf: (part: string, value: unknown) => string;
  readonly action: string;
  readonly busy: boolean;
  readonly onMerge: (chosen: ReadonlyMap<string, Side>) => void;
}

const SIDES = ['mine', 'theirs'] as const;

/** Two people changed the same thing: each part as it was and as both left it, to choose from. */
export function MergeView({ found, nameOf, textOf, action, busy, onMerge }: MergeViewProps) {
  const id = useId();
  const [chosen, setChosen] = useState(() => firstChoice(found));
  const take = (side: Side): void => setChosen(new Map(found.map(({ part }) => [part, side])));
  return (
    <section class="card stack" aria-labelledby={id}>
      <div role="alert" class="stack tight">
        <h2 id={id}>{t('conflict.title')}</h2>
        <p>{t(found.length === 0 ? 'conflict.same' : 'conflict.hint')}</p>
      </div>
      {found.map((difference) => (
        <Part
          key={difference.part}
          difference={difference}
          name={nameOf(difference.part)}
          textOf={(value) => textOf(difference.part, value)}
          side={chosen.get(difference.part) ?? 'mine'}
          onSide={(side) => setChosen(new Map([...chosen, [difference.part, side]]))}
        />
      ))}
      <div class="row">
        <button type="button" class="main" aria-disabled={busy} onClick={() => busy || onMerge(chosen)}>
          {action}
        </button>
        {found.length > 1
          ? SIDES.map((side) => (
              <button key={side} type="button" onClick={() => take(side)}>
                {t(side === 'mine' ? 'conflict.allMine' : 'conflict.allTheirs')}
              </button>
            ))
          : null}
      </div>
    </section>
  );
}

interface PartProps {
  readonly difference: Difference;
  readonly name: string;
  readonly textOf: (value: unknown) => string;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

function Part({ difference, name, textOf, side, onSide }: PartProps) {
  const group = useId();
  const textOrNothing = (value: unknown): string => (value === undefined ? t('conflict.nothing') : textOf(value));
  return (
    <fieldset class="merge">
      <legend>
        {name} <span class="tag">{t(`conflict.by.${difference.by}`)}</span>
      </legend>
      <div class="version">
        <span class="label">{t('conflict.base')}</span>
        <Text text={textOrNothing(difference.base)} />
      </div>
      {SIDES.map((each) => (
        <label key={each} class={`version ${each === side ? 'chosen' : ''}`}>
          <span class="check">
            <input type="radio" name={group} checked={each === side} onChange={() => onSide(each)} />
            <span>{t(`conflict.${each}`)}</span>
          </span>
          <Text text={textOrNothing(difference[each])} />
        </label>
      ))}
    </fieldset>
  );
}

const Text = ({ text }: { readonly text: string }) => (
  <span class="text" dir="auto">
    {text}
  </span>
);
