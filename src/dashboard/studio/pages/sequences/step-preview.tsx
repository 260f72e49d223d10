import { t } from '../../i18n/index.js';
import { Select } from '../../ui/form.js';
import type { Loaded } from '../../ui/load.js';
import { Loading } from '../../ui/states.js';
import { EmailPreview } from './email-preview.js';
import { CASES, type Previews } from './previews.js';
import type { Reader } from './readers.js';

interface StepPreviewProps {
  readonly step: string;
  readonly isChanged: boolean;
  readonly previews: Loaded<Previews>;
  readonly reader: Reader;
}

/** The saved email as one of the worst cases sees it, or a member of the segment. */
export function StepPreview({ step, isChanged, previews, reader }: StepPreviewProps) {
  const options = [
    ...CASES.map((each) => [each, t(`case.${each}`)] as const),
    ...reader.people.map(({ customerId, email, externalId }) => [customerId, email ?? externalId] as const),
  ];
  return (
    <section class="card stack" aria-labelledby="preview">
      <h2 id="preview">{t('preview.title')}</h2>
      <Select label={t('preview.as')} value={reader.value ?? ''} options={options} onValue={reader.choose} />
      {isChanged ? <p class="note small">{t('preview.save')}</p> : null}
      <Loading from={previews}>
        {(all) => {
          const email = all.get(step);
          return email ? <EmailPreview subject={email.subject} html={email.html} bytes={email.bytes} /> : null;
        }}
      </Loading>
    </section>
  );
}
