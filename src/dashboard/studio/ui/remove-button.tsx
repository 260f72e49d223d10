import { useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import { Dialog } from './dialog.js';
import { useAction } from './load.js';
import { FailureNote } from './states.js';

interface RemoveButtonProps {
  readonly title: string;
  /** What goes with it. */
  readonly hint: string;
  readonly onRemove: () => Promise<void>;
}

/** Deletes something, after a question. */
export function RemoveButton({ title, hint, onRemove }: RemoveButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const remove = useAction(onRemove);
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        {t('remove')}
      </button>
      {isAsking ? (
        <Dialog title={title} onClose={() => setAsking(false)}>
          <p>{hint}</p>
          {remove.failure ? <FailureNote failure={remove.failure} /> : null}
          <div class="row">
            <button type="button" class="danger" aria-disabled={remove.running} onClick={() => void remove.run()}>
              {t('remove')}
            </button>
            <button type="button" onClick={() => setAsking(false)}>
              {t('cancel')}
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
