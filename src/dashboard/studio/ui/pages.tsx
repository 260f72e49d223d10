import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../i18n/index.js';

export interface Pages {
  /** Null for the first page. */
  readonly cursor: string | null;
  readonly toFirst: () => void;
  /** The buttons to the page before and to the next one. */
  readonly buttons: (nextCursor: string | null) => ComponentChildren;
}

/** The pages of a list that the API answers with a cursor. */
export function usePages(): Pages {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const buttons = (nextCursor: string | null): ComponentChildren =>
    cursors.length === 0 && nextCursor === null ? null : (
      <div class="row">
        {cursors.length > 0 ? (
          <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
            {t('previous')}
          </button>
        ) : null}
        {nextCursor === null ? null : (
          <button type="button" onClick={() => setCursors([...cursors, nextCursor])}>
            {t('next')}
          </button>
        )}
      </div>
    );
  return { cursor: cursors.at(-1) ?? null, toFirst: () => setCursors([]), buttons };
}
