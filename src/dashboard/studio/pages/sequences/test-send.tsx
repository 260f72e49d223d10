import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { Input } from '../../ui/form.js';
import { me } from '../../session-state.js';
import { useAction, useLoad } from '../../ui/load.js';
import { FailureNote } from '../../ui/states.js';
import { readTeam } from '../store/calls.js';
import { execute } from './calls.js';

/** Sends every email of the sequence at once, to one address only. */
export function TestSend({ id }: { readonly id: string }) {
  const [typed, setEmail] = useState<string>();
  const team = useLoad(readTeam, []);
  const own = team.data?.find((user) => user.id === me().user.id)?.email ?? '';
  const email = typed ?? own;
  const [run, setRun] = useState('');
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const send = useAction(async () => {
    const started = await execute(id, { mode: 'test', recipients: [email.trim()] });
    setRun(started.executionId);
    setWarnings(started.warnings.map(({ detail }) => detail));
  });
  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (email.trim() !== '') void send.run();
      }}
    >
      <h2>{t('test.title')}</h2>
      <Input label={t('test.to')} type="email" value={email} onValue={setEmail} autocomplete="email" />
      {send.failure ? <FailureNote failure={send.failure} /> : null}
      <div class="row">
        <button type="submit" aria-disabled={send.running}>
          {t('test.send')}
        </button>
        <span role="status">
          {run === '' ? null : <a href={href('sequences', id, 'runs', run)}>{t('test.sent')}</a>}
        </span>
      </div>
      {warnings.map((warning) => (
        <p key={warning} class="note warn small">
          {warning}
        </p>
      ))}
    </form>
  );
}
