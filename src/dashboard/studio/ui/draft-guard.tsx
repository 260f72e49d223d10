import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import { guardLeaving } from '../router.js';
import { Dialog } from './dialog.js';

interface DraftGuardProps {
  readonly isChanged: boolean;
  /** What the button that saves says. */
  readonly action: string;
  /** True where the draft is saved, so that the person may go on. Otherwise the page says what is missing. */
  readonly onSave: () => Promise<boolean>;
}

/** Asks before a draft is lost: the studio for its own pages, the browser for others. */
export function DraftGuard({ isChanged, action, onSave }: DraftGuardProps) {
  const [asked, setAsked] = useState<{ readonly leave: () => void }>();
  const letGo = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    if (!isChanged) return;
    const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', askBrowser);
    letGo.current = guardLeaving((leave) => setAsked({ leave }));
    return () => {
      letGo.current?.();
      removeEventListener('beforeunload', askBrowser);
    };
  }, [isChanged]);
  if (!asked) return null;
  const stay = (): void => setAsked(undefined);
  const leave = (): void => {
    letGo.current?.();
    stay();
    asked.leave();
  };
  return (
    <Dialog title={t('draft.title')} onClose={stay}>
      <p>{t('draft.hint')}</p>
      <div class="row">
        <button
          type="button"
          class="main"
          onClick={() => {
            stay();
            void onSave().then((isSaved) => isSaved && leave());
          }}
        >
          {action}
        </button>
        <button type="button" class="danger" onClick={leave}>
          {t('draft.discard')}
        </button>
        <button type="button" onClick={stay}>
          {t('draft.stay')}
        </button>
      </div>
    </Dialog>
  );
}
