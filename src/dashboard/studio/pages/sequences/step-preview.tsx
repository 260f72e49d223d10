import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { Select } from '../../ui/form.js';
import { useLoad } from '../../ui/load.js';
import { Loading } from '../../ui/states.js';
import { membersOf, listSegments } from '../segments/calls.js';
import { previewStep, type Recipient } from './calls.js';
import { EmailPreview } from './email-preview.js';

const CASES = ['longest_name', 'no_name', 'right_to_left'] as const;
const SOME = 5;

interface StepPreviewProps {
  readonly id: string;
  readonly version: number;
  readonly step: string;
  readonly isChanged: boolean;
  /** Members of this segment are offered as recipients. */
  readonly segment?: string;
}

/** The saved email as one of the worst cases sees it, or a member of the segment. */
export function StepPreview({ id, version, step, isChanged, segment }: StepPreviewProps) {
  const [recipient, setRecipient] = useState<string>('longest_name');
  const people = useLoad(() => someMembers(segment), [segment]);
  const preview = useLoad(() => previewStep(id, step, recipientOf(recipient)), [id, step, version, recipient]);
  const options = [
    ...CASES.map((each) => [each, t(`case.${each}`)] as const),
    ...(people.data ?? []).map(({ customerId, email, externalId }) => [customerId, email ?? externalId] as const),
  ];
  return (
    <section class="card stack" aria-labelledby="preview">
      <h2 id="preview">{t('preview.title')}</h2>
      <Select label={t('preview.as')} value={recipient} options={options} onValue={setRecipient} />
      {isChanged ? <p class="note small">{t('preview.save')}</p> : null}
      <Loading from={preview}>
        {({ subject, html, bytes }) => <EmailPreview subject={subject} html={html} bytes={bytes} />}
      </Loading>
    </section>
  );
}

const recipientOf = (value: string): Recipient => {
  const known = CASES.find((each) => each === value);
  return known ? { as: known } : { customerId: value };
};

async function someMembers(name: string | undefined) {
  const segment = (await listSegments()).find((each) => each.name === name);
  if (!segment || segment.status !== 'ready') return [];
  return (await membersOf(segment.id, null, undefined)).items.slice(0, SOME);
}
