import { useState } from 'preact/hooks';
import { dateTime, t } from '../../i18n/index.js';
import { useAction, useLoad } from '../../ui/load.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { listTokens, mintToken, revokeToken } from './calls.js';

/** Tokens for programs of the store that ask for images. */
export function ModuleTokens() {
  const tokens = useLoad(listTokens, []);
  const [minted, setMinted] = useState('');
  const mint = useAction(async () => {
    setMinted((await mintToken()).token);
    tokens.reload();
  });
  const revoke = useAction(async (jti: string) => {
    await revokeToken(jti);
    tokens.reload();
  });
  return (
    <section class="card stack" aria-labelledby="tokens">
      <h2 id="tokens">{t('tokens.title')}</h2>
      <p class="small quiet">{t('tokens.hint')}</p>
      <Loading from={tokens}>
        {(items) =>
          items.length === 0 ? null : (
            <ul class="rows">
              {items.map(({ jti, issuedAt, expiresAt }) => (
                <li key={jti} class="row spread">
                  <span class="small">
                    {t('tokens.created')}: {dateTime(issuedAt)}
                    <br />
                    {t('tokens.expires')}: {dateTime(expiresAt)}
                  </span>
                  <button type="button" class="plain" onClick={() => void revoke.run(jti)}>
                    {t('tokens.revoke')}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      {mint.failure ? <FailureNote failure={mint.failure} /> : null}
      {revoke.failure ? <FailureNote failure={revoke.failure} /> : null}
      {minted === '' ? null : (
        <div class="note good" role="status">
          <strong>{t('tokens.once')}</strong>
          <code class="mono">{minted}</code>
        </div>
      )}
      <div>
        <button type="button" aria-disabled={mint.running} onClick={() => void mint.run()}>
          {t('tokens.mint')}
        </button>
      </div>
    </section>
  );
}
