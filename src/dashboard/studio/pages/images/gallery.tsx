import { money, said, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { useLoad, usePolling } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { usePages } from '../../ui/pages.js';
import { Tag, type Tone } from '../../ui/parts.js';
import { Empty, Loading } from '../../ui/states.js';
import { listImages, type Image, readCosts } from './calls.js';

export function Gallery() {
  const pages = usePages();
  const { cursor } = pages;
  const images = useLoad(() => listImages(cursor), [cursor]);
  usePolling(images.data?.items.some(isUnderWay) ?? false, images.reload, 1_500);
  const create = (
    <a class="button main" href={href('images', 'new')}>
      {t('images.new')}
    </a>
  );
  const actions = (
    <>
      {create}
      <a class="button" href={href('images', 'brand')}>
        {t('brand.title')}
      </a>
    </>
  );
  return (
    <Page title={t('nav.images')} intro={t('images.intro')} actions={actions}>
      <div class="stack">
        <Costs />
        <Loading from={images}>
          {({ items, nextCursor }) =>
            items.length === 0 ? (
              <Empty title={t('images.none')} action={create}>
                {t('images.noneHint')}
              </Empty>
            ) : (
              <div class="stack">
                <ul class="gallery">
                  {items.map((image) => (
                    <li key={image.id}>
                      <Tile image={image} />
                    </li>
                  ))}
                </ul>
                {pages.buttons(nextCursor)}
              </div>
            )
          }
        </Loading>
      </div>
    </Page>
  );
}

/** What images have cost this month, beside the most that they may cost. */
function Costs() {
  const costs = useLoad(readCosts, []);
  if (!costs.data) return null;
  const { spent, budget, currency } = costs.data;
  return (
    <p class="small quiet">
      {t('images.costSoFar', { cost: money(spent, currency) })}{' '}
      {t('images.budget', { budget: money(budget, currency) })}
    </p>
  );
}

export const isUnderWay = ({ status }: Image): boolean => status === 'queued' || status === 'rendering';

const Tile = ({ image }: { readonly image: Image }) => {
  const [first] = image.variants;
  return (
    <a class="image" href={href('images', image.id)}>
      <span class="stage">
        {first ? (
          <img src={first.url} alt={first.altText} loading="lazy" />
        ) : (
          <span class={isUnderWay(image) ? 'waiting' : 'quiet'}>{said('image', image.status)}</span>
        )}
      </span>
      <span class="row spread small">
        <span>{said('kind', image.kind)}</span>
        <Decision image={image} />
      </span>
    </a>
  );
};

const TONES: Readonly<Record<Image['approval'], Tone>> = { none: '', approved: 'good', rejected: 'bad' };

export const Decision = ({ image: { approval, status } }: { readonly image: Image }) =>
  status === 'ready' ? (
    <Tag tone={TONES[approval]}>{t(`approval.${approval}`)}</Tag>
  ) : (
    <Tag tone={status === 'failed' ? 'bad' : ''}>{said('image', status)}</Tag>
  );
