import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import logo from '../../icon.svg';
import { BASE } from '../../router.js';
import { signInWithToken } from '../../session.js';
import { Choices } from '../../shell.js';
import { Input } from '../../ui/form.js';
import { useAction, useLoad } from '../../ui/load.js';
import { FailureNote } from '../../ui/states.js';
import { hasAccounts } from './calls.js';

/** Signs operators in: with an account of their company where there is a provider, and with an admin token. */
export function SignIn() {
  const accounts = useLoad(hasAccounts, []);
  const [token, setToken] = useState('');
  const signIn = useAction(() => signInWithToken(token.trim()));
  const to = encodeURIComponent(location.pathname + location.search);
  return (
    <main class="page">
      <div class="stack loose measure">
        <img src={logo} alt="" width="48" height="48" />
        <div class="stack">
          <h1>{t('signIn.title')}</h1>
          <p class="quiet">{t('signIn.intro')}</p>
        </div>
        {accounts.data ? (
          <div>
            <a class="button main" href={`${BASE}/oidc/sign-in?to=${to}`} target="_self">
              {t('signIn.account')}
            </a>
          </div>
        ) : null}
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void signIn.run();
          }}
        >
          <Input
            label={t('signIn.token')}
            hint={t('signIn.tokenHint')}
            type="password"
            autocomplete="off"
            value={token}
            onValue={setToken}
            required
          />
          {signIn.failure ? <FailureNote failure={signIn.failure} /> : null}
          <div>
            <button type="submit" class={accounts.data ? '' : 'main'} aria-disabled={signIn.running}>
              {t('signIn.submit')}
            </button>
          </div>
        </form>
        <Choices signedIn={false} />
      </div>
    </main>
  );
}
