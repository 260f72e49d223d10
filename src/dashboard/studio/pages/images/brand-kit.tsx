import { useState } from 'preact/hooks';
import { number, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { isOwner } from '../../session-state.js';
import { DraftGuard } from '../../ui/draft-guard.js';
import { Field, Input, Select } from '../../ui/form.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { Tag } from '../../ui/parts.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { type Brand, changeBrand, getBrand, proposeKit } from './calls.js';
import { contrastOf } from './contrast.js';
import { base64Of, LogoFields, Proposal } from './logo-fields.js';

const COLOURS = ['primary', 'secondary', 'accent', 'background', 'text'] as const;
const FONTS = ['Inter', 'Montserrat', 'Rubik', 'Lora', 'Playfair Display', 'Noto Serif', 'Caveat'] as const;
const TONES = ['calm', 'playful', 'elegant', 'bold'] as const;
/** WCAG 2.2 AA for text. */
const ENOUGH = 4.5;

export function BrandKit() {
  const brand = useLoad(getBrand, []);
  const up = { href: href('images'), name: t('nav.images') };
  return (
    <Page title={t('brand.title')} up={up} intro={t('brand.intro')}>
      <Loading from={brand}>{(data) => <Editing stored={data} />}</Loading>
    </Page>
  );
}

function Editing({ stored }: { readonly stored: Brand }) {
  const [base, setBase] = useState(stored);
  const [kit, setKit] = useState(stored);
  const [isSaved, setSaved] = useState(false);
  const change = (part: Partial<Brand>): void => {
    setSaved(false);
    setKit({ ...kit, ...part });
  };
  const save = useAction(async () => {
    const { palette, fonts, logoUrl, tone, cornerRadius, sender } = kit;
    const changed = { palette, fonts, logoUrl, tone, cornerRadius, ...(isOwner() ? { sender } : {}) };
    const saved = await changeBrand(changed);
    setBase(saved);
    setKit(saved);
    setSaved(true);
    return true;
  });
  const [notices, setNotices] = useState<readonly string[]>();
  const propose = useAction(async (logo?: File) => {
    const { proposal, notices: found } = await proposeKit(logo ? { logo: await base64Of(logo) } : {});
    change({ palette: proposal.palette, fonts: proposal.fonts, logoUrl: proposal.logoUrl });
    setNotices(found);
  });
  return (
    <form
      class="columns"
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <DraftGuard
        isChanged={JSON.stringify(kit) !== JSON.stringify(base)}
        action={t('save')}
        onSave={async () => (await save.run()) === true}
      />
      <div class="stack">
        <section class="card stack" aria-labelledby="look">
          <div class="row spread">
            <h2 id="look">{t('brand.look')}</h2>
            <button type="button" aria-disabled={propose.running} onClick={() => void propose.run()}>
              {t('brand.import')}
            </button>
          </div>
          {propose.failure ? <FailureNote failure={propose.failure} /> : null}
          <Proposal notices={isSaved ? undefined : notices} />
          <div class="row">
            {COLOURS.map((colour) => (
              <Field key={colour} label={t(`colour.${colour}`)}>
                {(attributes) => (
                  <input
                    {...attributes}
                    type="color"
                    value={kit.palette[colour].toLowerCase()}
                    onInput={({ currentTarget }) =>
                      change({ palette: { ...kit.palette, [colour]: currentTarget.value.toUpperCase() } })
                    }
                  />
                )}
              </Field>
            ))}
          </div>
          <Contrasts palette={kit.palette} />
          <div class="row">
            {(['heading', 'body'] as const).map((use) => (
              <Select
                key={use}
                label={t(`font.${use}`)}
                value={kit.fonts[use]}
                options={FONTS.map((font) => [font, font] as const)}
                onValue={(font) =>
                  change({ fonts: { ...kit.fonts, [use]: FONTS.find((each) => each === font) ?? 'Inter' } })
                }
              />
            ))}
            <Select
              label={t('brand.tone')}
              value={kit.tone}
              options={TONES.map((tone) => [tone, t(`tone.${tone}`)] as const)}
              onValue={(tone) => change({ tone: TONES.find((each) => each === tone) ?? 'calm' })}
            />
          </div>
          <LogoFields
            url={kit.logoUrl}
            onUrl={(logoUrl) => change({ logoUrl })}
            onFile={(file) => void propose.run(file)}
          />
        </section>
        <SenderFields kit={kit} onChange={change} />
        {save.failure ? <FailureNote failure={save.failure} /> : null}
        <div class="row">
          <button type="submit" class="main" aria-disabled={save.running}>
            {t('save')}
          </button>
          <span role="status" class="quiet">
            {isSaved ? t('brand.saved') : ''}
          </span>
        </div>
      </div>
      <Sample kit={kit} />
    </form>
  );
}

interface SenderProps {
  readonly kit: Brand;
  readonly onChange: (part: Partial<Brand>) => void;
}

/** Who the emails come from: an owner decides. */
const SenderFields = ({ kit: { sender }, onChange }: SenderProps) => (
  <section class="card stack" aria-labelledby="sender">
    <h2 id="sender">{t('sender.title')}</h2>
    <p class="quiet small">{t(isOwner() ? 'sender.hint' : 'sender.owner')}</p>
    {(['name', 'email', 'replyTo', 'postalAddress'] as const).map((field) => (
      <Input
        key={field}
        label={t(`sender.${field}`)}
        type={field === 'email' || field === 'replyTo' ? 'email' : 'text'}
        value={sender[field] ?? ''}
        onValue={(value) => onChange({ sender: { ...sender, [field]: value === '' ? null : value } })}
      />
    ))}
  </section>
);

/** Whether text can be read on the colours that stand behind it. */
const Contrasts = ({ palette }: { readonly palette: Brand['palette'] }) => (
  <ul class="row small">
    {(
      [
        ['text', palette.text, palette.background],
        ['primary', '#FFFFFF', palette.primary],
        ['accent', palette.text, palette.accent],
      ] as const
    ).map(([name, front, back]) => {
      const ratio = contrastOf(front, back);
      return (
        <li key={name}>
          <Tag tone={ratio >= ENOUGH ? 'good' : 'warn'}>
            {t(`contrast.${name}`)} {number(ratio, { maximumFractionDigits: 1 })}:1{' '}
            {t(ratio >= ENOUGH ? 'contrast.enough' : 'contrast.low')}
          </Tag>
        </li>
      );
    })}
  </ul>
);

/** What the colours look like together. */
const Sample = ({ kit: { palette, cornerRadius, logoUrl, name } }: { readonly kit: Brand }) => (
  <section class="card stack" aria-label={t('brand.sample')}>
    <h2>{t('brand.sample')}</h2>
    <div
      class="stack"
      aria-hidden="true"
      style={{
        background: palette.background,
        color: palette.text,
        padding: '2rem',
        borderRadius: `${cornerRadius}px`,
      }}
    >
      {logoUrl === null ? (
        <strong>{name}</strong>
      ) : (
        <img src={logoUrl} alt="" style={{ maxHeight: '3rem', maxWidth: '12rem' }} />
      )}
      <span style={{ fontSize: '1.75rem', fontWeight: 650, lineHeight: 1.2 }}>{t('images.headlineExample')}</span>
      <span>{t('brand.sampleText')}</span>
      <span>
        <span
          style={{
            display: 'inline-block',
            background: palette.primary,
            color:
              contrastOf('#FFFFFF', palette.primary) >= contrastOf('#000000', palette.primary) ? '#FFFFFF' : '#000000',
            padding: '0.75rem 1.5rem',
            borderRadius: `${Math.min(cornerRadius, 24)}px`,
          }}
        >
          {t('images.actionExample')}
        </span>
      </span>
    </div>
  </section>
);
