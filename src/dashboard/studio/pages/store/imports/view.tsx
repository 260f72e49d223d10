import { useState } from 'preact/hooks';
import { dateTime, list, problemSaid, said, t } from '../../../i18n/index.js';
import { href } from '../../../router.js';
import { isOwner } from '../../../session-state.js';
import { useAction, useLoad, usePolling } from '../../../ui/load.js';
import { Page } from '../../../ui/page.js';
import { Progress } from '../../../ui/parts.js';
import { FailureNote, Loading } from '../../../ui/states.js';
import { cancelImport, getImport, type Import, startImport } from './calls.js';
import { ImportState, isTried } from './import-state.js';
import { ColumnMapping, FirstLines, missingTargets } from './mapping.js';
import { Outcome } from './outcome.js';
import { SendFile } from './send-file.js';
import { UndoImport } from './undo.js';

const POLL_MS = 700;

/** One import from its file to its end: the columns, what would happen, the run, and the way back. */
export function ImportView({ id }: { readonly id: string }) {
  const loaded = useLoad(() => getImport(id), [id]);
  usePolling(loaded.data?.state === 'running', loaded.reload, POLL_MS);
  const found = loaded.data;
  const title = found
    ? t('imports.one', { kind: t(`imports.${found.kind}`), source: found.source })
    : t('imports.title');
  return (
    <Page title={title} up={{ href: href('store', 'imports'), name: t('imports.title') }}>
      <Loading from={loaded}>
        {(data) => (
          <div class="stack loose">
            <p class="row">
              <ImportState found={data} /> <span class="quiet">{dateTime(data.createdAt)}</span>
            </p>
            {data.problem === null ? null : (
              <p class="note bad" dir="auto">
                {problemSaid('fileProblem', data)}
              </p>
            )}
            <Step found={data} onChange={loaded.reload} />
          </div>
        )}
      </Loading>
    </Page>
  );
}

interface StepProps {
  readonly found: Import;
  readonly onChange: () => void;
}

function Step({ found, onChange }: StepProps) {
  const { state } = found;
  if (state === 'awaiting_file') return <SendFile found={found} onSent={onChange} />;
  if (state === 'running') return <Running found={found} onChange={onChange} />;
  if (state === 'uploaded' || isTried(found)) return <Prepare key={found.id} found={found} onChange={onChange} />;
  return <Ended found={found} onChange={onChange} />;
}

/** The file is here: its columns, a trial, and the start. */
function Prepare({ found, onChange }: StepProps) {
  const { id, preview } = found;
  const [mapping, setMapping] = useState(preview?.mapping ?? found.mapping);
  const start = useAction(async (dryRun: boolean) => {
    await startImport(id, dryRun, mapping);
    onChange();
  });
  const discard = useAction(async () => {
    await cancelImport(id);
    onChange();
  });
  const missing = preview ? missingTargets(preview, mapping) : [];
  const run = (dryRun: boolean): void => {
    if (missing.length === 0) void start.run(dryRun);
  };
  return (
    <>
      {isTried(found) ? <Outcome found={found} /> : null}
      {preview ? <ColumnMapping preview={preview} mapping={mapping} onMapping={setMapping} /> : null}
      {isOwner() ? (
        <div class="stack tight">
          {missing.length > 0 ? (
            <p class="note warn" role="status">
              {t('mapping.missing', { targets: list(missing.map((target) => said('target', target))) })}
            </p>
          ) : null}
          {[start, discard].map(({ failure }, index) =>
            failure ? <FailureNote key={index} failure={failure} /> : null,
          )}
          <div class="row">
            <StartButton
              isMain={!isTried(found)}
              text={t('imports.try')}
              off={missing.length > 0 || start.running}
              onClick={() => run(true)}
            />
            <StartButton
              isMain={isTried(found)}
              text={t('imports.start')}
              off={missing.length > 0 || start.running}
              onClick={() => run(false)}
            />
            <button type="button" class="plain" onClick={() => void discard.run()}>
              {t('imports.discard')}
            </button>
          </div>
          <p class="small quiet">{t('imports.startHint')}</p>
        </div>
      ) : (
        <p class="note">{t('settings.owner')}</p>
      )}
      {preview ? <FirstLines preview={preview} /> : null}
    </>
  );
}

interface StartButtonProps {
  readonly isMain: boolean;
  readonly text: string;
  readonly off: boolean;
  readonly onClick: () => void;
}

const StartButton = ({ isMain, text, off, onClick }: StartButtonProps) => (
  <button type="button" class={isMain ? 'main' : undefined} aria-disabled={off} onClick={onClick}>
    {text}
  </button>
);

function Running({ found, onChange }: StepProps) {
  const { id, work, progress } = found;
  const cancel = useAction(async () => {
    await cancelImport(id);
    onChange();
  });
  const title = t(`imports.running.${work ?? 'import'}`);
  return (
    <div class="card stack" role="status">
      {work === 'undo' ? (
        <p class="waiting">{title}</p>
      ) : (
        <Progress label={title} share={progress.bytes === 0 ? 0 : progress.bytesRead / progress.bytes} />
      )}
      <p class="small quiet">{t('imports.runningHint')}</p>
      {work === 'undo' ? null : <Outcome found={found} />}
      {cancel.failure ? <FailureNote failure={cancel.failure} /> : null}
      {isOwner() && work !== 'undo' ? (
        <div class="row">
          <button type="button" aria-disabled={cancel.running} onClick={() => void cancel.run()}>
            {t('imports.cancel')}
          </button>
          {work === 'import' ? <span class="small quiet">{t('imports.cancelHint')}</span> : null}
        </div>
      ) : null}
    </div>
  );
}

const Ended = ({ found, onChange }: StepProps) => (
  <>
    {found.state === 'undone' ? <p class="note good">{t('imports.undone')}</p> : <Outcome found={found} />}
    <div class="row">
      <a class="button" href={href('store', 'imports')}>
        {t('imports.again')}
      </a>
      {found.undoable && isOwner() ? <UndoImport found={found} onUndone={onChange} /> : null}
    </div>
  </>
);
