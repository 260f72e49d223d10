import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/index.js';
import { guardLeaving, type Leaving } from '../router.js';
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
  const [isAsked, setAsked] = useState(false);
  /** What the person is asked about, also while the draft is saved for it. */
  const question = useRef<Leaving | undefined>(undefined);
  const ask = (about: Leaving | undefined): void => {
    question.current = about;
    setAsked(about !== undefined);
  };
  // An ordinary effect waits for the next frame. A slow phone may go back before that.
  useLayoutEffect(() => {
    if (!isChanged) return;
    const askBrowser = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', askBrowser);
    const letGo = guardLeaving(ask);
    return () => {
      letGo();
      removeEventListener('beforeunload', askBrowser);
    };
  }, [isChanged]);
  if (!isAsked) return null;
  const answer = (choice: 'leave' | 'stay'): void => {
    const about = question.current;
    ask(undefined);
    about?.[choice]();
  };
  const save = async (): Promise<void> => {
    const about = question.current;
    setAsked(false);
    const isSaved = await onSave();
    // Meanwhile the person may have returned to the page, or may want to go somewhere else.
    if (question.current === about) answer(isSaved ? 'leave' : 'stay');
  };
  const stay = (): void => answer('stay');
  return (
    <Dialog title={t('draft.title')} onClose={stay}>
      <p>{t('draft.hint')}</p>
      <div class="row">
        <button type="button" class="main" onClick={() => void save()}>
          {action}
        </button>
        <button type="button" class="danger" onClick={() => answer('leave')}>
          {t('draft.discard')}
        </button>
        <button type="button" onClick={stay}>
          {t('draft.stay')}
        </button>
      </div>
    </Dialog>
  );
}
