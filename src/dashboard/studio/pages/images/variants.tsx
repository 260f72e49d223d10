import { useState } from 'preact/hooks';
import { number, percent, said, t } from '../../i18n/index.js';
import { EmailFrame } from '../../ui/email-frame.js';
import { Choice } from '../../ui/form.js';
import type { Image } from './calls.js';

type Variant = Image['variants'][number];

/** How the emails of the layouts are shown: all in one row, or in the true size of a width in pixels. */
type Sizing = 'row' | '600' | '375';
const WIDEST = 600;

/**
 * The layouts in emails, each with its family and the critic's figures. A row is for the comparison. Text is judged in
 * its true size: scaled to the same columns, both widths would look alike.
 */
export function Variants({ image }: { readonly image: Image }) {
  const hasRow = image.variants.length > 1;
  const [sizing, setSizing] = useState<Sizing>(hasRow ? 'row' : '600');
  const widths = (['600', '375'] as const).map((each) => [each, t('preview.pixels', { n: Number(each) })] as const);
  return (
    <>
      <Choice<Sizing>
        label={t('preview.width')}
        value={sizing}
        options={hasRow ? [['row', t('images.row')], ...widths] : widths}
        onValue={setSizing}
      />
      <ul class={`variants as-${sizing}`}>
        {image.variants.map((variant, index) => (
          <li key={variant.url}>
            {image.variants.length > 1 ? <h2>{t('images.layout', { n: index + 1 })}</h2> : null}
            <EmailFrame
              // The email of a grid is the first layout: tiles that link to their products.
              html={index === 0 && image.html !== undefined ? image.html : emailWith(variant)}
              width={sizing === 'row' ? WIDEST : Number(sizing)}
              dark={false}
              images
            />
            <div class="stack about">
              <About variant={variant} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

const About = ({
  variant: { family, critic, width, height, format, bytes, altText },
}: {
  readonly variant: Variant;
}) => (
  <>
    {family === undefined ? null : (
      <p>
        <span class="quiet small">{t('images.family')}</span> <strong>{said('family', family)}</strong>
      </p>
    )}
    <Critic critic={critic} />
    <p class="small quiet">
      {number(width)} × {number(height)} · {format} ·{' '}
      {t('preview.size', { kb: number(bytes / 1024, { maximumFractionDigits: 0 }) })}
    </p>
    <p class="small">
      <span class="quiet">{t('images.altText')}</span> <bdi>{altText}</bdi>
    </p>
  </>
);

/** The image as a sequence sets it: as wide as the email, at most 600 pixels. */
function emailWith({ url, altText, width, height }: Variant): string {
  // The policy of the studio refuses a style attribute that a script sets, and this document has that policy too.
  const image = document.implementation.createHTMLDocument('').createElement('img');
  Object.assign(image, { src: url, alt: altText, width, height });
  return `<style>${LOOK}</style>${image.outerHTML}`;
}

const LOOK = `body { margin: 0; background: #fff }
  img { display: block; width: 100%; max-width: 600px; height: auto; margin: 0 auto }`;

/** Those that say something to a merchant. The API has more. */
const FIGURES = ['score', 'productShare', 'contrast', 'margin', 'typeScale', 'veil'] as const;

/** Shares as percent, and a contrast as a ratio to 1. */
function figure(name: (typeof FIGURES)[number], value: number): string {
  if (name === 'productShare' || name === 'margin' || name === 'veil') return percent(value);
  const written = number(value, { maximumFractionDigits: name === 'score' ? 0 : 1 });
  return name === 'contrast' ? `${written}:1` : written;
}

/** The critic's figures, which say how well the layout serves a reader. */
function Critic({ critic = {} }: Pick<Variant, 'critic'>) {
  const figures = FIGURES.flatMap((name) => {
    const value = critic[name];
    return value === undefined ? [] : [[name, value] as const];
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
