import { dateTime, money, said, t } from '../../i18n/index.js';
import { href } from '../../router.js';
import { useAction, useLoad, usePolling } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { FailureNote, Loading } from '../../ui/states.js';
import { decide, getImage, type Image } from './calls.js';
import { Decision, isUnderWay } from './gallery.js';
import { ImageProgress } from './progress.js';
import { SameBut } from './same-but.js';
import { Variants } from './variants.js';
import { wantedOf } from './wanted.js';

export function ImageView({ id }: { readonly id: string }) {
  const image = useLoad(() => getImage(id), [id]);
  usePolling(image.data ? isUnderWay(image.data) : false, image.reload, 800);
  const up = { href: href('images'), name: t('nav.images') };
  return (
    <Page title={image.data ? said('kind', image.data.kind) : t('nav.images')} up={up}>
      <Loading from={image}>
        {(data) => (
          <div class="stack loose">
            <p class="row">
              <Decision image={data} /> <span class="quiet small">{dateTime(data.createdAt)}</span>
              {data.cost ? (
                <span class="quiet small">
                  {t('images.cost', { cost: money(data.cost.amount, data.cost.currency) })}
                </span>
              ) : null}
            </p>
            <Body image={data} onChange={image.reload} />
          </div>
        )}
      </Loading>
    </Page>
  );
}

interface ImageProps {
  readonly image: Image;
  readonly onChange: () => void;
}

function Body({ image, onChange }: ImageProps) {
  if (isUnderWay(image)) return <ImageProgress image={image} />;
  if (image.status === 'failed') return <p class="note bad">{problemOf(image)}</p>;
  return (
    <>
      <OtherFamily image={image} />
      <Variants image={image} />
      {(image.notices ?? []).map(({ productId, reason }) => (
        <p key={productId} class="note warn">
          {t('images.leftOut', { product: productId, reason: reason.replaceAll('_', ' ') })}
        </p>
      ))}
      <Approval image={image} onChange={onChange} />
      <SameBut image={image} />
    </>
  );
}

/** Says that the layout that was asked for is not the one that is shown. */
function OtherFamily({ image: { kind, asked, variants } }: Pick<ImageProps, 'image'>) {
  const { family } = wantedOf(kind, asked);
  if (family === '' || family === variants[0]?.family) return null;
  return <p class="note warn">{t('images.familyOther', { family: said('family', family) })}</p>;
}

function problemOf({ problem }: Image): string {
  const detail = typeof problem === 'object' && problem !== null && 'detail' in problem ? problem.detail : undefined;
  return typeof detail === 'string' ? detail : t('state.failed');
}

function Approval({ image: { id, approval }, onChange }: ImageProps) {
  const choose = useAction(async (next: 'approved' | 'rejected') => {
    await decide(id, next);
    onChange();
  });
  return (
    <div class="stack tight">
      <div class="row">
        {approval === 'approved' ? null : (
          <button type="button" class="main" onClick={() => void choose.run('approved')}>
            {t('images.approve')}
          </button>
        )}
        {approval === 'rejected' ? null : (
          <button type="button" onClick={() => void choose.run('rejected')}>
            {t('images.reject')}
          </button>
        )}
        {approval === 'rejected' ? null : (
          <a class="button" href={`${href('sequences')}?image=${encodeURIComponent(id)}`}>
            {t('images.use')}
          </a>
        )}
      </div>
      {choose.failure ? <FailureNote failure={choose.failure} /> : null}
    </div>
  );
}
