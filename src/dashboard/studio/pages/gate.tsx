import { t } from '../i18n/index.js';
import { href } from '../router.js';
import { openSession } from '../session.js';
import { Choices } from '../shell.js';
import { Waiting } from '../ui/states.js';
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
