import { language, t } from '../i18n/index.js';
import { focusPlace, placeSaid } from './place.js';

interface Mistake {
  readonly pointer: string;
  readonly detail: string;
}

interface MistakesProps {
  readonly mistakes: readonly Mistake[];
  /** Shows the part of the page that has the field. */
  readonly onShow?: ((pointer: string) => void) | undefined;
}

/** Mistakes by the names of their fields. A press leads to the field. The API writes the details in English. */
export const Mistakes = ({ mistakes, onShow }: MistakesProps) => (
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
        <bdi lang={language.value === 'en' ? undefined : 'en'}>{detail}</bdi>
      </li>
    ))}
  </ul>
);
