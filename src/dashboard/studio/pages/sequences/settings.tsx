import { t } from '../../i18n/index.js';
import { me } from '../../session-state.js';
import { Check, Input, Select } from '../../ui/form.js';
import { useLoad } from '../../ui/load.js';
import { listSegments } from '../segments/calls.js';
import type { Definition } from './calls.js';
import { textOf } from './text-of.js';

interface SettingsProps {
  readonly draft: Definition;
  readonly onChange: (draft: Definition) => void;
}

/** Who gets the sequence, and under which rules. */
export function SequenceSettings({ draft, onChange }: SettingsProps) {
  const segments = useLoad(listSegments, []);
  const names = [...new Set([...(segments.data ?? []).map(({ name }) => name), textOf(draft.segment)])];
  return (
    <section class="card stack" aria-labelledby="rules">
      <h2 id="rules">{t('editor.rules')}</h2>
      <Input
        label={t('sequences.name')}
        value={draft.name}
        maxLength={120}
        onValue={(name) => onChange({ ...draft, name })}
      />
      <Select
        label={t('sequences.segment')}
        value={textOf(draft.segment)}
        options={names.map((name) => [name, name === '' ? '–' : name] as const)}
        onValue={(segment) => onChange({ ...draft, segment: segment === '' ? undefined : segment })}
      />
      <Select
        label={t('editor.trigger')}
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
        label={t('editor.quietHours')}
        checked={draft.quietHours !== undefined}
        onChecked={(checked) =>
          onChange({ ...draft, quietHours: checked ? { from: '21:00', to: '08:00' } : undefined })
        }
      />
    </section>
  );
}

/** When the first email of an approved run is sent. */
function ScheduleSettings({ draft, onChange }: SettingsProps) {
  const { schedule } = draft;
  const kind = schedule?.at !== undefined ? 'at' : schedule?.localHour !== undefined ? 'localHour' : 'none';
  const choose = (wanted: string): void => {
    const first = { at: { at: tomorrow() }, localHour: { localHour: 9 } }[wanted];
    onChange({ ...draft, schedule: first });
  };
  return (
    <div class="row">
      <Select
        label={t('schedule.title')}
        value={kind}
        options={(['none', 'at', 'localHour'] as const).map((each) => [each, t(`schedule.${each}`)] as const)}
        onValue={choose}
      />
      {schedule?.at !== undefined ? (
        <Input
          label={t('schedule.when')}
          type="datetime-local"
          value={toLocal(textOf(schedule.at))}
          onValue={(local) => {
            if (local !== '') onChange({ ...draft, schedule: { at: new Date(local).toISOString() } });
          }}
        />
      ) : null}
      {schedule?.localHour !== undefined ? (
        <Input
          label={t('schedule.hour')}
          type="number"
          min="0"
          max="23"
          value={String(schedule.localHour)}
          onValue={(hour) => onChange({ ...draft, schedule: { localHour: Math.min(23, Math.max(0, Number(hour))) } })}
        />
      ) : null}
    </div>
  );
}

const DAY_MS = 86_400_000;
const tomorrow = (): string => new Date(Date.now() + DAY_MS).toISOString();

/** An instant as the browser's own clock shows it, for an input. */
function toLocal(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const KINDS = ['percent', 'amount', 'free_shipping'] as const;

function OfferSettings({ draft, onChange }: SettingsProps) {
  const { offer } = draft;
  const change = (kind: string, value: string): void => {
    const known = KINDS.find((each) => each === kind);
    const { value: _old, ...rest } = offer ?? { endsIn: 'P14D', fallback: 'send' as const, value: undefined };
    if (!known) return onChange({ ...draft, offer: undefined });
    const percent = value === '' ? undefined : Number(value);
    const worth = known === 'percent' ? percent : value;
    onChange({ ...draft, offer: { ...rest, kind: known, ...(known === 'free_shipping' ? {} : { value: worth }) } });
  };
  return (
    <div class="row">
      <Select
        label={t('editor.offer')}
        value={offer?.kind ?? ''}
        options={[['', t('offer.none')], ...KINDS.map((kind) => [kind, t(`offer.${kind}`)] as const)]}
        onValue={(kind) => change(kind, String(offer?.value ?? '10'))}
      />
      {offer && offer.kind !== 'free_shipping' ? (
        <Input
          label={
            offer.kind === 'percent'
              ? t('offer.percentValue')
              : t('offer.amountValue', { currency: me().currency ?? '' })
          }
          type="number"
          min="1"
          value={typeof offer.value === 'number' ? String(offer.value) : textOf(offer.value)}
          onValue={(value) => change(offer.kind, value)}
        />
      ) : null}
    </div>
  );
}
