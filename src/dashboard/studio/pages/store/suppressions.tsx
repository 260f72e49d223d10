import { useState } from 'preact/hooks';
import type { Schema } from '../../api.js';
import { date, problemSaid, said, t } from '../../i18n/index.js';
import { isOwner } from '../../session-state.js';
import { Field, Input } from '../../ui/form.js';
import { useAction, useLoad, usePolling } from '../../ui/load.js';
import { usePages } from '../../ui/pages.js';
import { Table } from '../../ui/parts.js';
import { FailureNote, Loading, Waiting } from '../../ui/states.js';
import { allow, importSuppressions, listSuppressions, readImport, suppress } from './calls.js';

type Import = Schema<'SuppressionImportAnswer'>;

interface Suppressed {
  readonly email: string;
  readonly reason: string;
}

/** The addresses that get no emails: the list, one by one, and whole files. */
export function Suppressions() {
  const pages = usePages();
  const { cursor } = pages;
  const listed = useLoad(() => listSuppressions(cursor), [cursor]);
  const [email, setEmail] = useState('');
  const add = useAction(async () => {
    await suppress(email.trim());
    setEmail('');
    listed.reload();
  });
  const [removed, setRemoved] = useState<Suppressed>();
  const remove = useAction(async (suppressed: Suppressed) => {
    await allow(suppressed.email);
    setRemoved(suppressed);
    listed.reload();
  });
  const undo = useAction(async ({ email: address, reason }: Suppressed) => {
    await suppress(address, reason);
    setRemoved(undefined);
    listed.reload();
  });
  return (
    <section class="card stack" aria-labelledby="suppressions">
      <div class="row spread">
        <h2 id="suppressions">{t('suppressions.title')}</h2>
        <a class="button" href="/retailer/suppressions?format=csv" download>
          {t('segments.csv')}
        </a>
      </div>
      <p class="small quiet">{t('suppressions.hint')}</p>
      <Upload onDone={listed.reload} />
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (email.trim() !== '') void add.run();
        }}
      >
        <Input label={t('customers.email')} type="email" value={email} onValue={setEmail} autocomplete="off" />
        <button type="submit">{t('suppressions.add')}</button>
      </form>
      {[add, remove, undo].map(({ failure }, index) =>
        failure ? <FailureNote key={index} failure={failure} /> : null,
      )}
      <div role="status">
        {removed ? (
          <p class="note row">
            <span>{t('suppressions.removed', { email: removed.email })}</span>
            <button type="button" aria-disabled={undo.running} onClick={() => void undo.run(removed)}>
              {t('undo')}
            </button>
          </p>
        ) : null}
      </div>
      <Loading from={listed}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <p class="quiet">{t('suppressions.none')}</p>
          ) : (
            <>
              <Table
                caption={t('suppressions.title')}
                head={[t('customers.email'), t('suppressions.reason'), t('segments.since'), t('remove')]}
                rows={items.map(({ email: address, reason, createdAt }) => [
                  <bdi>{address ?? t('customers.erased')}</bdi>,
                  said('suppressed', reason),
                  date(createdAt),
                  isOwner() && address !== null ? (
                    <button type="button" class="plain" onClick={() => void remove.run({ email: address, reason })}>
                      {t('remove')}
                      <span class="sr"> {address}</span>
                    </button>
                  ) : (
                    '–'
                  ),
                ])}
              />
              {pages.buttons(nextCursor)}
            </>
          )
        }
      </Loading>
    </section>
  );
}

/** A CSV file with the header `email,reason`. It is sent as it is; the service reads it while it arrives. */
function Upload({ onDone }: { readonly onDone: () => void }) {
  const [begun, setBegun] = useState<Import>();
  const progress = useLoad(async () => {
    if (!begun) return undefined;
    const now = await readImport(begun.id);
    if (now.finishedAt !== null) onDone();
    return now;
  }, [begun?.id]);
  const now = progress.data ?? begun;
  usePolling(now !== undefined && now.finishedAt === null, progress.reload);
  const send = useAction(async (file: File) => setBegun(await importSuppressions(file)));
  return (
    <div class="stack tight">
      <Field label={t('suppressions.file')} hint={t('suppressions.fileHint')}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".csv,text/csv"
            disabled={send.running}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) void send.run(file);
              currentTarget.value = '';
            }}
          />
        )}
      </Field>
      {send.failure ? <FailureNote failure={send.failure} /> : null}
      <div role="status">
        {send.running || (now && now.finishedAt === null) ? <Waiting text={t('suppressions.reading')} /> : null}
        {now && now.finishedAt !== null ? <Done found={now} /> : null}
      </div>
    </div>
  );
}

const Done = ({ found }: { readonly found: Import }) => (
  <div class={`note small ${found.problem === null ? 'good' : 'bad'}`}>
    <p>{problemSaid('fileProblem', found) ?? t('suppressions.done', { n: found.counts.accepted })}</p>
    {found.counts.refused > 0 ? (
      <a href={`/retailer/suppressions/imports/${found.id}/refused.csv`} download>
        {t('suppressions.refused', { n: found.counts.refused })}
      </a>
    ) : null}
  </div>
);
