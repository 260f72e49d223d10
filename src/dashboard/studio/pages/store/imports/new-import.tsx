import { useState } from 'preact/hooks';
import { t } from '../../../i18n/index.js';
import { go, href } from '../../../router.js';
import { Choice, Field, Input, Select } from '../../../ui/form.js';
import { useAction } from '../../../ui/load.js';
import { FailureNote } from '../../../ui/states.js';
import { createImport, formatOf, type Import, keepFile, type Kind } from './calls.js';

const KINDS = ['orders', 'customers', 'consents'] as const;
const FORMATS = ['csv', 'jsonl'] as const;
const SOURCE = /^[a-z0-9][a-z0-9._-]{0,39}$/;
export const ACCEPTED = '.csv,.jsonl,.ndjson,.json,.gz,text/csv,application/x-ndjson';

/** What the file is, where it comes from, and the file itself. The next page sends it. */
export function NewImport() {
  const [kind, setKind] = useState<Kind>('orders');
  const [source, setSource] = useState('');
  const [file, setFile] = useState<File>();
  const [format, setFormat] = useState<Import['format']>('csv');
  const isNamed = SOURCE.test(source);
  const create = useAction(async (sent: File) => {
    const { id } = await createImport({ kind, source, format });
    keepFile(id, sent);
    go(href('store', 'imports', id));
  });
  return (
    <section class="card stack" aria-labelledby="new-import">
      <h2 id="new-import">{t('imports.new')}</h2>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isNamed && file) void create.run(file);
        }}
      >
        <div class="stack tight">
          <span class="label">{t('imports.kind')}</span>
          <div>
            <Choice
              label={t('imports.kind')}
              value={kind}
              options={KINDS.map((each) => [each, t(`imports.${each}`)] as const)}
              onValue={setKind}
            />
          </div>
          <p class="small quiet">{t(`imports.about.${kind}`)}</p>
        </div>
        <Input
          label={t('imports.source')}
          hint={t('imports.sourceHint')}
          wrong={source !== '' && !isNamed ? t('imports.sourceWrong') : undefined}
          value={source}
          onValue={(text) => setSource(text.toLowerCase())}
          maxLength={40}
          placeholder="till"
          autocomplete="off"
        />
        <Field label={t('imports.file')} hint={t('imports.fileHint')}>
          {(attributes) => (
            <input
              {...attributes}
              type="file"
              accept={ACCEPTED}
              onChange={({ currentTarget }) => {
                const [first] = currentTarget.files ?? [];
                setFile(first);
                if (first) setFormat(formatOf(first.name));
              }}
            />
          )}
        </Field>
        {file ? (
          <Select
            label={t('imports.format')}
            value={format}
            options={FORMATS.map((each) => [each, t(`format.${each}`)] as const)}
            onValue={(each) => setFormat(each === 'jsonl' ? 'jsonl' : 'csv')}
          />
        ) : null}
        {create.failure ? <FailureNote failure={create.failure} /> : null}
        <div class="row">
          <button type="submit" class="main" aria-disabled={!isNamed || !file || create.running}>
            {t('imports.send')}
          </button>
          <span class="small quiet">{t('imports.sendNothing')}</span>
        </div>
      </form>
    </section>
  );
}
