import { useState } from 'preact/hooks';
import { t } from '../../../i18n/index.js';
import { TypedConfirm } from '../../../ui/typed-confirm.js';
import { type Import, undoImport } from './calls.js';

interface UndoProps {
  readonly found: Import;
  readonly onUndone: () => void;
}

/** An undo removes many orders at once, so the name of their source has to be typed. */
export function UndoImport({ found: { id, source }, onUndone }: UndoProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        {t('imports.undo')}
      </button>
      {isAsking ? (
        <TypedConfirm
          title={t('imports.undoTitle')}
          hint={t('imports.undoHint')}
          what={source}
          action={t('imports.undo')}
          onConfirm={async () => {
            await undoImport(id);
            setAsking(false);
            onUndone();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
