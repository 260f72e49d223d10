import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { go, href } from '../../router.js';
import { brandId } from '../../session-state.js';
import { Check, Choice, Input, Select } from '../../ui/form.js';
import { useAction, useLoad } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { FailureNote } from '../../ui/states.js';
import { askBanner, askGrid, askHero, listProducts, type Image } from './calls.js';

type Kind = 'banner' | 'hero' | 'grid';
const KINDS = ['banner', 'hero', 'grid'] as const;
const STYLES = [
  'photographic',
  'illustration',
  'minimal',
  'watercolor',
  'flat',
  '3d',
  'vintage',
  'bold',
  'pastel',
  'line-art',
];
/** Twice the width that emails show, so that the image is sharp on every screen. */
const SIZES = {
  wide: { width: 1200, height: 600 },
  square: { width: 1200, height: 1200 },
  tall: { width: 1200, height: 1500 },
};
type Size = keyof typeof SIZES;
const MOST = { banner: 8, hero: 0, grid: 12 };

export function ImageRequest() {
  const [kind, setKind] = useState<Kind>('banner');
  const [headline, setHeadline] = useState(() => t('images.headlineExample'));
  const [action, setAction] = useState(() => t('images.actionExample'));
  const [offer, setOffer] = useState('');
  const [prompt, setPrompt] = useState('');
  const [style, setStyle] = useState('photographic');
  const [size, setSize] = useState<Size>('wide');
  const [products, setProducts] = useState<readonly string[]>([]);
  const isReady = { banner: headline.trim() !== '', hero: prompt.trim() !== '', grid: products.length > 0 }[kind];
  const chosen = products.slice(0, MOST[kind]).map((productId) => ({ productId }));
  const create = useAction(async () => {
    const common = { brandId: brandId(), dimensions: SIZES[size], format: 'auto' as const };
    const made: Record<Kind, () => Promise<Image>> = {
      banner: () =>
        askBanner({
          ...common,
          headline: headline.trim(),
          variants: 3,
          products: chosen,
          ...(action.trim() === '' ? {} : { callToAction: action.trim() }),
          ...(offer.trim() === '' ? {} : { offer: offer.trim() }),
        }),
      hero: () => askHero({ ...common, prompt: prompt.trim(), style, variants: 2 }),
      grid: () => askGrid({ brandId: brandId(), format: 'auto', width: 600, products: chosen }),
    };
    const { id } = await made[kind]();
    go(href('images', id));
  });
  return (
    <Page title={t('images.new')} up={{ href: href('images'), name: t('nav.images') }}>
      <form
        class="stack measure"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void create.run();
        }}
      >
        <Choice
          label={t('images.kind')}
          value={kind}
          options={KINDS.map((each) => [each, t(`kind.${each}`)] as const)}
          onValue={setKind}
        />
        <p class="quiet">{t(`images.about.${kind}`)}</p>
        {kind === 'banner' ? (
          <>
            <Input label={t('images.headline')} value={headline} onValue={setHeadline} maxLength={200} required />
            <Input
              label={t('images.offer')}
              hint={t('images.offerHint')}
              value={offer}
              onValue={setOffer}
              maxLength={60}
            />
            <Input label={t('images.action')} value={action} onValue={setAction} maxLength={60} />
          </>
        ) : null}
        {kind === 'hero' ? (
          <>
            <Input label={t('images.prompt')} value={prompt} onValue={setPrompt} maxLength={4000} required />
            <Select
              label={t('images.style')}
              value={style}
              options={STYLES.map((each) => [each, each] as const)}
              onValue={setStyle}
            />
          </>
        ) : null}
        {kind === 'grid' ? null : (
          <Choice
            label={t('images.size')}
            value={size}
            options={(Object.keys(SIZES) as Size[]).map((each) => [each, t(`size.${each}`)] as const)}
            onValue={setSize}
          />
        )}
        {kind === 'hero' ? null : <ProductChoice chosen={products} most={MOST[kind]} onChoose={setProducts} />}
        {create.failure ? <FailureNote failure={create.failure} /> : null}
        <div>
          <button type="submit" class="main" aria-disabled={!isReady || create.running}>
            {t('images.ask')}
          </button>
        </div>
      </form>
    </Page>
  );
}

interface ProductChoiceProps {
  readonly chosen: readonly string[];
  readonly most: number;
  readonly onChoose: (products: readonly string[]) => void;
}

function ProductChoice({ chosen, most, onChoose }: ProductChoiceProps) {
  const products = useLoad(listProducts, []);
  if (products.data?.length === 0) return <p class="note">{t('images.noProducts')}</p>;
  return (
    <fieldset>
      <legend>{t('images.products', { n: most })}</legend>
      <div class="columns products">
        {(products.data ?? []).map(({ externalId, title }) => (
          <Check
            key={externalId}
            label={title}
            checked={chosen.includes(externalId)}
            disabled={!chosen.includes(externalId) && chosen.length >= most}
            onChecked={(checked) =>
              onChoose(checked ? [...chosen, externalId] : chosen.filter((each) => each !== externalId))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
