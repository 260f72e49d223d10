import { useState } from 'preact/hooks';
import { dateTime, t } from '../../i18n/index.js';
import { useAction, useLoad } from '../../ui/load.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { TypedConfirm } from '../../ui/typed-confirm.js';
import { listTokens, mintToken, revokeToken } from './calls.js';

/** Tokens for programs of the store that ask for images. */
export function ModuleTokens() {
  const tokens = useLoad(listTokens, []);
  const [minted, setMinted] = useState('');
  const mint = useAction(async () => {
    setMinted((await mintToken()).token);
    tokens.reload();
  });
  const [ending, setEnding] = useState('');
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
                    <span class="mono">{shortOf(jti)}</span>
                    <br />
                    {t('tokens.created')}: {dateTime(issuedAt)}
                    <br />
                    {t('tokens.expires')}: {dateTime(expiresAt)}
                  </span>
                  <button type="button" class="plain" onClick={() => setEnding(jti)}>
                    {t('tokens.revoke')}
                    <span class="sr"> {shortOf(jti)}</span>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      {mint.failure ? <FailureNote failure={mint.failure} /> : null}
      {ending === '' ? null : (
        <TypedConfirm
          title={t('tokens.revokeTitle')}
          hint={t('tokens.revokeHint')}
          what={shortOf(ending)}
          action={t('tokens.revoke')}
          onConfirm={async () => {
            await revokeToken(ending);
            setEnding('');
            tokens.reload();
          }}
          onClose={() => setEnding('')}
        />
      )}
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

const SHORT = 8;

/** Enough of a token's id to tell it from the store's other tokens. */
const shortOf = (jti: string): string => jti.slice(0, SHORT);
