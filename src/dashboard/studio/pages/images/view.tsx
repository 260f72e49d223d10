import { useState } from 'preact/hooks';
import { dateTime, money, number, percent, said, t } from '../../i18n/index.js';
import { go, href } from '../../router.js';
import { Choice, Input } from '../../ui/form.js';
import { useAction, useLoad, usePolling } from '../../ui/load.js';
import { Page } from '../../ui/page.js';
import { FailureNote, Loading, Waiting } from '../../ui/states.js';
import { decide, editImage, getImage, type Image } from './calls.js';
import { Decision, isUnderWay } from './gallery.js';

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
  const [width, setWidth] = useState('600');
  if (isUnderWay(image)) return <Waiting text={said('image', image.status)} />;
  if (image.status === 'failed') return <p class="note bad">{problemOf(image)}</p>;
  return (
    <>
      <Choice
        label={t('preview.width')}
        value={width}
        options={['600', '375'].map((each) => [each, t('preview.pixels', { n: Number(each) })] as const)}
        onValue={setWidth}
      />
      <ul class="stack loose">
        {image.variants.map((variant, index) => (
          <li key={variant.url} class="columns wide">
            <div class="frame-stage">
              <img
                src={variant.url}
                alt={variant.altText}
                style={{ width: `${width}px`, maxWidth: '100%', height: 'auto' }}
              />
            </div>
            <div class="stack">
              {image.variants.length > 1 ? <h2>{t('images.layout', { n: index + 1 })}</h2> : null}
              <Critic critic={variant.critic} />
              <p class="small quiet">
                {number(variant.width)} × {number(variant.height)} · {variant.format} ·{' '}
                {t('preview.size', { kb: number(variant.bytes / 1024, { maximumFractionDigits: 0 }) })}
              </p>
              <p class="small">
                <span class="quiet">{t('images.altText')}</span> {variant.altText}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {(image.notices ?? []).map(({ productId, reason }) => (
        <p key={productId} class="note warn">
          {t('images.leftOut', { product: productId, reason: reason.replaceAll('_', ' ') })}
        </p>
      ))}
      <Approval image={image} onChange={onChange} />
      {image.approval === 'rejected' ? null : (
        <p>
          <a class="button" href={`${href('sequences')}?image=${encodeURIComponent(image.id)}`}>
            {t('images.use')}
          </a>
        </p>
      )}
      {image.kind === 'banner' || image.kind === 'hero' ? <SameBut image={image} /> : null}
    </>
  );
}

function problemOf({ problem }: Image): string {
  const detail = typeof problem === 'object' && problem !== null && 'detail' in problem ? problem.detail : undefined;
  return typeof detail === 'string' ? detail : t('state.failed');
}

/** Those that say something to a merchant. The API has more. */
const FIGURES = ['score', 'productShare', 'contrast', 'margin', 'typeScale', 'veil'] as const;

/** Shares as percent, and a contrast as a ratio to 1. */
function figure(name: (typeof FIGURES)[number], value: number): string {
  if (name === 'productShare' || name === 'margin' || name === 'veil') return percent(value);
  const written = number(value, { maximumFractionDigits: name === 'score' ? 0 : 1 });
  return name === 'contrast' ? `${written}:1` : written;
}

/** The critic's figures, which say how well the layout serves a reader. */
function Critic({ critic }: { readonly critic: unknown }) {
  if (typeof critic !== 'object' || critic === null) return null;
  const figures = FIGURES.flatMap((name) => {
    const value: unknown = (critic as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'number' ? [[name, value] as const] : [];
  });
  return (
    <dl class="bars small">
      {figures.map(([name, value]) => (
        <>
          <dt>{said('critic', name)}</dt>
          <dd class={name === 'score' ? 'progress' : undefined} aria-hidden="true">
            {name === 'score' ? <div style={{ width: `${value}%` }} /> : null}
          </dd>
          <dd class="number">{figure(name, value)}</dd>
        </>
      ))}
    </dl>
  );
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
      </div>
      {choose.failure ? <FailureNote failure={choose.failure} /> : null}
    </div>
  );
}

/** The same image with another text: a new request, so the first one stays. */
function SameBut({ image: { id, kind } }: { readonly image: Image }) {
  const field = kind === 'banner' ? 'headline' : 'prompt';
  const [text, setText] = useState('');
  const edit = useAction(async () => {
    const made = await editImage(id, { [field]: text.trim() });
    go(href('images', made.id));
  });
  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void edit.run();
      }}
    >
      <h2>{t('images.sameBut')}</h2>
      <Input label={t(`images.${field}`)} value={text} onValue={setText} />
      {edit.failure ? <FailureNote failure={edit.failure} /> : null}
      <div>
        <button type="submit">{t('images.ask')}</button>
      </div>
    </form>
  );
}
