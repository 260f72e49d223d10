import { t } from '../i18n/index.js';
import { href } from '../router.js';
import { findSession, openSession } from '../session.js';
import { session } from '../session-state.js';
import { Choices } from '../shell.js';
import { Dialog } from '../ui/dialog.js';
import { useAction } from '../ui/load.js';
import { FailureNote, Waiting } from '../ui/states.js';
import logo from '../icon.svg';

/** Before the session is known. */
export const Opening = () => (
  <main class="page">
    <Waiting text={t('gate.opening')} />
  </main>
);

/** Without a session. Only the platform can open one, so there is no form to sign in. */
export const Ended = () => (
  <main class="page">
    <div class="stack loose measure">
      <img src={logo} alt="" width="48" height="48" />
      <div class="stack">
        <h1>{t('gate.ended')}</h1>
        <p class="lead">{t('gate.endedHow')}</p>
        <p class="quiet">{t('gate.endedWhy')}</p>
        <p class="small">
          <a href={href('operator')}>{t('signIn.link')}</a>
        </p>
      </div>
      <Choices signedIn={false} />
    </div>
  </main>
);

/** Over a page whose session ended while it was open. The page stays, with what somebody typed. */
export function Lost() {
  const find = useAction(findSession);
  const close = (): void => {
    if (session.value.kind === 'open') session.value = { ...session.value, isLost: false };
  };
  return (
    <Dialog title={t('gate.ended')} onClose={close}>
      <p>{t('gate.endedHow')}</p>
      <p>{t('gate.kept')}</p>
      {find.failure ? <FailureNote failure={find.failure} /> : null}
      <div class="row">
        <button type="button" class="main" aria-disabled={find.running} onClick={() => void find.run()}>
          {t('state.retry')}
        </button>
      </div>
    </Dialog>
  );
}

export const Away = ({ detail }: { readonly detail: string }) => (
  <main class="page">
    <div class="stack measure" role="alert">
      <h1>{t('state.away')}</h1>
      <p class="quiet">{t('state.awayHint')}</p>
      <p class="small quiet mono">{detail}</p>
      <div class="row">
        <button type="button" class="main" onClick={() => void openSession()}>
          {t('state.retry')}
        </button>
      </div>
    </div>
  </main>
);
