import type { Schema } from '../../api.js';
import { t } from '../../i18n/index.js';
import { me } from '../../session-state.js';
import { Check, Input, Select } from '../../ui/form.js';
import { useLoad } from '../../ui/load.js';
import { listSegments } from '../segments/calls.js';
import { textOf } from './text-of.js';

type Draft = Schema<'SequenceBody'>;

interface SettingsProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
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

const KINDS = ['percent', 'amount', 'free_shipping'] as const;

function OfferSettings({ draft, onChange }: SettingsProps) {
  const { offer } = draft;
  const change = (kind: string, value: string): void => {
    const known = KINDS.find((each) => each === kind);
    const { value: _old, ...rest } = offer ?? { endsIn: 'P14D', fallback: 'send' as const, value: undefined };
    if (!known) return onChange({ ...draft, offer: undefined });
    const worth = known === 'percent' ? Number(value) || 10 : value;
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
          value={textOf(offer.value)}
          onValue={(value) => change(offer.kind, value)}
        />
      ) : null}
    </div>
  );
}
