import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../i18n/index.js';
import { isOwner } from '../../../session-state.js';
import { Field } from '../../../ui/form.js';
import { useAction } from '../../../ui/load.js';
import { Progress } from '../../../ui/parts.js';
import { FailureNote } from '../../../ui/states.js';
import { type Import, sendImportFile, takeFile } from './calls.js';
import { ACCEPTED } from './new-import.js';

interface SendFileProps {
  readonly found: Import;
  readonly onSent: () => void;
}

/** Sends the file that was chosen with the import. After a break it asks for the file again. */
export function SendFile({ found, onSent }: SendFileProps) {
  const [share, setShare] = useState(0);
  const way = useRef<AbortController>(undefined);
  const send = useAction(async (file: File) => {
    setShare(0);
    way.current = new AbortController();
    await sendImportFile(found, file, setShare, way.current.signal);
    onSent();
  });
  useEffect(() => {
    const file = takeFile(found.id);
    if (file) void send.run(file);
    return () => way.current?.abort();
  }, []);
  if (send.running) {
    return (
      <section class="card stack" role="status">
        <Progress label={t('imports.sending')} share={share} />
        <p class="small quiet">{t('imports.sendingHint')}</p>
        <div>
          <button type="button" onClick={() => way.current?.abort()}>
            {t('imports.stopSending')}
          </button>
        </div>
      </section>
    );
  }
  return (
    <section class="card stack">
      {send.failure ? <FailureNote failure={send.failure} /> : null}
      <p>{t('imports.waitsForFile')}</p>
      {isOwner() ? (
        <Field label={t('imports.file')} hint={t('imports.fileHint')}>
          {(attributes) => (
            <input
              {...attributes}
              type="file"
              accept={ACCEPTED}
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                if (file) void send.run(file);
              }}
            />
          )}
        </Field>
      ) : null}
    </section>
  );
}
