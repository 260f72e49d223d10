import { t } from '../../i18n/index.js';
import { me } from '../../session-state.js';
import { Input, Select } from '../../ui/form.js';
import type { Definition } from './calls.js';
import { DurationInput } from './duration-input.js';
import { textOf } from './text-of.js';

interface OfferSettingsProps {
  readonly draft: Definition;
  readonly onChange: (draft: Definition) => void;
}

type Offer = NonNullable<Definition['offer']>;

const KINDS = ['percent', 'amount', 'free_shipping'] as const;
const FALLBACKS = ['send', 'skip'] as const;
const FIRST: Omit<Offer, 'kind' | 'value'> = { endsIn: 'P14D', fallback: 'send' };

/** What the emails offer, for how long, and from which order on. */
export function OfferSettings({ draft, onChange }: OfferSettingsProps) {
  const { offer } = draft;
  const currency = me().currency ?? '';
  const change = (changed: Partial<Offer>): void => {
    if (offer) onChange({ ...draft, offer: { ...offer, ...changed } });
  };
  const choose = (wanted: string): void => {
    const kind = KINDS.find((each) => each === wanted);
    const value = kind && valueOf(kind, textOfValue(offer) || '10');
    onChange({ ...draft, offer: kind && { ...FIRST, ...offer, kind, value } });
  };
  return (
    <fieldset class="stack">
      <legend class="sr">{t('editor.offer')}</legend>
      <div class="row top">
        <Select
          label={t('editor.offer')}
          name="/offer/kind"
          value={offer?.kind ?? ''}
          options={[['', t('offer.none')], ...KINDS.map((kind) => [kind, t(`offer.${kind}`)] as const)]}
          onValue={choose}
        />
        {offer && offer.kind !== 'free_shipping' ? (
          <Input
            label={offer.kind === 'percent' ? t('offer.percentValue') : t('offer.amountValue', { currency })}
            name="/offer/value"
            type="number"
            min="1"
            value={textOfValue(offer)}
            onValue={(value) => change({ value: valueOf(offer.kind, value) })}
          />
        ) : null}
      </div>
      {offer ? (
        <>
          <Input
            label={t('offer.minimum', { currency })}
            name="/offer/minimum"
            hint={t('offer.minimumHint')}
            type="number"
            min="0"
            step="any"
            value={textOf(offer.minimum)}
            onValue={(minimum) => change({ minimum: minimum === '' ? undefined : minimum })}
          />
          <DurationInput
            label={t('offer.endsIn')}
            name="/offer/endsIn"
            hint={t('offer.endsInHint')}
            value={offer.endsIn}
            onValue={(endsIn) => change({ endsIn })}
          />
          <Select
            label={t('offer.fallback')}
            name="/offer/fallback"
            value={offer.fallback}
            options={FALLBACKS.map((each) => [each, t(`offer.fallback.${each}`)] as const)}
            onValue={(fallback) => change({ fallback: fallback === 'skip' ? 'skip' : 'send' })}
          />
          <Input
            label={t('offer.code')}
            name="/offer/code"
            hint={t('offer.codeHint')}
            maxLength={50}
            autocomplete="off"
            value={textOf(offer.code)}
            onValue={(code) => change({ code: code === '' ? undefined : code })}
          />
        </>
      ) : null}
    </fieldset>
  );
}

const textOfValue = (offer: Offer | undefined): string =>
  typeof offer?.value === 'number' ? String(offer.value) : textOf(offer?.value);

/** The API takes a percent as a number and an amount as a text. An empty field has no value. */
function valueOf(kind: Offer['kind'], value: string): Offer['value'] {
  if (kind === 'free_shipping' || value === '') return undefined;
  return kind === 'percent' ? Number(value) : value;
}
