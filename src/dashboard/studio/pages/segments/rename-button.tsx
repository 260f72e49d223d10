import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { Dialog } from '../../ui/dialog.js';
import { Input } from '../../ui/form.js';
import { useAction } from '../../ui/load.js';
import { FailureNote } from '../../ui/states.js';
import { renameSegment, type Segment } from './calls.js';

interface RenameProps {
  readonly segment: Segment;
  readonly onRenamed: () => void;
}

/** Asks for another name of a segment. */
export function RenameButton({ segment, onRenamed }: RenameProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {t('segments.rename')}
      </button>
      {isAsking ? <Asking segment={segment} onRenamed={onRenamed} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function Asking({ segment: { id, name }, onRenamed, onClose }: RenameProps & { readonly onClose: () => void }) {
  const [wanted, setWanted] = useState(name);
  const rename = useAction(async () => {
    await renameSegment(id, wanted.trim());
    onRenamed();
    onClose();
  });
  const isReady = wanted.trim() !== '' && !rename.running;
  return (
    <Dialog title={t('segments.renameTitle', { name })} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void rename.run();
        }}
      >
        <p>{t('segments.renameHint')}</p>
        <Input
          label={t('segments.name')}
          name="/name"
          value={wanted}
          onValue={setWanted}
          maxLength={120}
          required
          autocomplete="off"
        />
        {rename.failure ? <FailureNote failure={rename.failure} /> : null}
        <div class="row">
          <button type="submit" class="main" aria-disabled={!isReady}>
            {t('save')}
          </button>
          <button type="button" onClick={onClose}>
            {t('cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
