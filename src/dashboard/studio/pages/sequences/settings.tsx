import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { Check, Input, Select } from '../../ui/form.js';
import { useLoad } from '../../ui/load.js';
import { listSegments } from '../segments/calls.js';
import { segmentNamed } from '../segments/names.js';
import type { Definition } from './calls.js';
import { OfferSettings } from './offer-settings.js';
import { rulesOf } from './rules.js';
import { ScheduleSettings } from './schedule-settings.js';
import { textOf } from './text-of.js';

interface SettingsProps {
  readonly draft: Definition;
  readonly onChange: (draft: Definition) => void;
}

const NIGHT = { from: '21:00', to: '08:00' };

/** Who gets the sequence, and under which rules. */
export function SequenceSettings({ draft, onChange }: SettingsProps) {
  const segments = useLoad(listSegments, []);
  // Whoever takes the hours off and puts them back gets those that were there.
  const [usual] = useState(() => draft.quietHours ?? NIGHT);
  const present = segmentNamed(segments.data ?? [], textOf(draft.segment))?.name ?? textOf(draft.segment);
  const names = [...new Set([...(segments.data ?? []).map(({ name }) => name), present])];
  return (
    <section class="card stack" aria-labelledby="rules">
      <h2 id="rules">{t('editor.rules')}</h2>
      <Input
        label={t('sequences.name')}
        name="/name"
        value={draft.name}
        maxLength={120}
        onValue={(name) => onChange({ ...draft, name })}
      />
      <Select
        label={t('sequences.segment')}
        name="/segment"
        value={present}
        options={names.map((name) => [name, name === '' ? '–' : name] as const)}
        onValue={(segment) => onChange({ ...draft, segment: segment === '' ? undefined : segment })}
      />
      <Select
        label={t('editor.trigger')}
        name="/trigger"
        value={draft.trigger ?? 'manual'}
        options={[
          ['manual', t('sequences.manual')],
          ['segment_entered', t('sequences.automatic')],
        ]}
        onValue={(trigger) =>
          onChange({ ...draft, trigger: trigger === 'segment_entered' ? 'segment_entered' : 'manual' })
        }
      />
      <Input
        label={t('editor.holdout')}
        name="/holdout/percent"
        hint={t('editor.holdoutHint')}
        type="number"
        min="0"
        max="50"
        value={String(draft.holdout?.percent ?? 0)}
        onValue={(percent) =>
          onChange({ ...draft, holdout: { ...draft.holdout, percent: Math.min(50, Number(percent)) } })
        }
      />
      {draft.trigger === 'segment_entered' ? null : <ScheduleSettings draft={draft} onChange={onChange} />}
      <OfferSettings draft={draft} onChange={onChange} />
      <Check
        label={t('editor.exitOnOrder')}
        checked={draft.exitOnOrder !== false}
        onChecked={(exitOnOrder) => onChange({ ...draft, exitOnOrder })}
      />
      <Check
        label={t('editor.quiet', draft.quietHours ?? usual)}
        checked={draft.quietHours !== undefined}
        onChecked={(checked) => onChange({ ...draft, quietHours: checked ? usual : undefined })}
      />
      <Rules rules={rulesOf(draft)} />
    </section>
  );
}

/** What only a program changes is shown, so that nobody is surprised by it. */
const Rules = ({ rules }: { readonly rules: readonly string[] }) => (
  <section class="stack tight" aria-labelledby="other-rules">
    <h3 id="other-rules">{t('rules.title')}</h3>
    <ul class="small">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
    <p class="small quiet">{t('rules.hint')}</p>
  </section>
);
