import { language, t } from '../i18n/index.js';
import { mistakeOf, type MistakeParts } from './mistake-forms.js';
import { fieldSaid, focusPlace, placeSaid } from './place.js';

interface Mistake {
  readonly pointer: string;
  readonly detail: string;
}

interface MistakesProps {
  readonly mistakes: readonly Mistake[];
  /** Shows the part of the page that has the field. */
  readonly onShow?: ((pointer: string) => void) | undefined;
  /** They are accepted all the same. */
  readonly areWarnings?: boolean;
}

/** Mistakes by the names of their fields. A press leads to the field. */
export const Mistakes = ({ mistakes, onShow, areWarnings = false }: MistakesProps) => (
  <ul class="small">
    {mistakes.map(({ pointer, detail }) => (
      <li key={pointer + detail}>
        {onShow ? (
          <button
            type="button"
            class="plain inline"
            onClick={() => {
              onShow(pointer);
              // The field may have to appear first.
              setTimeout(() => focusPlace(pointer));
            }}
          >
            {placeSaid(pointer)}
            <span class="sr"> – {t('place.go')}</span>
          </button>
        ) : (
          <strong>{placeSaid(pointer)}</strong>
        )}{' '}
        <Detail detail={detail} isWarning={areWarnings} />
      </li>
    ))}
  </ul>
);

/** The API writes its details in English. Where the studio has no words of its own, it says so and keeps them at hand. */
function Detail({ detail, isWarning }: Pick<Mistake, 'detail'> & { readonly isWarning: boolean }) {
  const known = mistakeOf(detail);
  if (known) return <>{t(`mistake.${known.code}`, inWords(known.values))}</>;
  if (language.value === 'en') return <bdi>{detail}</bdi>;
  return (
    <>
      {t(isWarning ? 'mistake.otherWarning' : 'mistake.other')}
      <details>
        <summary>{t('mistake.inEnglish')}</summary>
        <bdi lang="en">{detail}</bdi>
      </details>
    </>
  );
}

/** A key of the body has the name that the pages show. */
const inWords = ({ key, ...values }: MistakeParts['values']): MistakeParts['values'] =>
  key === undefined ? values : { ...values, key: fieldSaid(key) };
