import { useState } from 'preact/hooks';
import { t } from '../../../i18n/index.js';
import { Dialog } from '../../../ui/dialog.js';
import { Input } from '../../../ui/form.js';
import { useAction } from '../../../ui/load.js';
import { FailureNote } from '../../../ui/states.js';
import { type Import, undoImport } from './calls.js';

interface UndoProps {
  readonly found: Import;
  readonly onUndone: () => void;
}

/** An undo removes many orders at once, so the name of their source has to be typed. */
export function UndoImport({ found: { id, source }, onUndone }: UndoProps) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const isTyped = typed.trim().toLowerCase() === source;
  const undo = useAction(async () => {
    await undoImport(id);
    setAsking(false);
    onUndone();
  });
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        {t('imports.undo')}
      </button>
      {isAsking ? (
        <Dialog title={t('imports.undoTitle')} onClose={() => setAsking(false)}>
          <form
            class="stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (isTyped) void undo.run();
            }}
          >
            <p>{t('imports.undoHint')}</p>
            <Input label={t('privacy.type', { what: source })} value={typed} onValue={setTyped} autocomplete="off" />
            {undo.failure ? <FailureNote failure={undo.failure} /> : null}
            <div class="row">
              <button type="submit" class="danger" aria-disabled={!isTyped || undo.running}>
                {t('imports.undo')}
              </button>
              <button type="button" onClick={() => setAsking(false)}>
                {t('cancel')}
              </button>
            </div>
          </form>
        </Dialog>
      ) : null}
    </>
  );
}
