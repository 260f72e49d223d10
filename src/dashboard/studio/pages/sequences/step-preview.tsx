import { t } from '../../i18n/index.js';
import { Select } from '../../ui/form.js';
import type { Loaded } from '../../ui/load.js';
import { Mistakes } from '../../ui/mistakes.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { EmailPreview } from './email-preview.js';
import { CASES, type Draft, type Previews } from './previews.js';
import type { Reader } from './readers.js';

interface StepPreviewProps {
  readonly step: string;
  /** The saved emails. */
  readonly previews: Loaded<Previews>;
  readonly reader: Reader;
  /** The email as somebody writes it. */
  readonly draft?: Draft;
  /** Shows the email that has the field of a mistake. */
  readonly onShow?: ((pointer: string) => void) | undefined;
}

/** The email as one of the worst cases sees it, or a member of the segment. */
export function StepPreview({ step, previews, reader, draft, onShow }: StepPreviewProps) {
  const options = [
    ...CASES.map((each) => [each, t(`case.${each}`)] as const),
    ...reader.people.map(({ customerId, email, externalId }) => [customerId, email ?? externalId] as const),
  ];
  const written = draft?.data?.step === step ? draft.data : undefined;
  return (
    <section class="card stack" aria-labelledby="preview">
      <h2 id="preview">{t('preview.title')}</h2>
      <Select label={t('preview.as')} value={reader.value ?? ''} options={options} onValue={reader.choose} />
      {draft ? <Checks draft={draft} onShow={onShow} /> : null}
      <Loading from={previews}>
        {(all) => {
          const email = written ?? all.get(step);
          return email ? <EmailPreview subject={email.subject} html={email.html} bytes={email.bytes} /> : null;
        }}
      </Loading>
    </section>
  );
}

/** What a save would refuse, or warn of, as one types. */
function Checks({ draft: { data, failure }, onShow }: Pick<StepPreviewProps, 'onShow'> & { readonly draft: Draft }) {
  if (failure && failure.errors.length === 0) return <FailureNote failure={failure} />;
  const found = failure ? failure.errors : (data?.warnings ?? []);
  return (
    <div role="status">
      {found.length === 0 ? null : (
        <div class={`note small ${failure ? 'bad' : 'warn'}`}>
          <strong>{t(failure ? 'editor.mistakes' : 'editor.warnings')}</strong>
          <Mistakes mistakes={found} onShow={onShow} areWarnings={!failure} />
        </div>
      )}
    </div>
  );
}
