import type { Box, Tone } from '../types.js';
import type { Direction } from '../text/scripts.js';

/** `side`: text beside the products. `stack`: text above them. `strip`: one low row with the button beside the text. */
export type Form = 'side' | 'stack' | 'strip';
export type Align = 'left' | 'right' | 'center';

/** The places of the parts of a banner. */
export interface Arrangement {
  readonly form: Form;
  readonly align: Align;
  /** Box for logo, texts and button. */
  readonly text: Box;
  /** Box for the products' cards; null without products. */
  readonly products: Box | null;
  /** The base of all type sizes, in pixels. */
  readonly unit: number;
  readonly margin: number;
  /** Image pixels per CSS pixel. */
  readonly density: number;
}

interface Wish {
  readonly width: number;
  readonly height: number;
  readonly products: number;
  readonly direction: Direction;
  readonly tone: Tone;
  /** True if the text is on the side opposite to its direction, because the background is busy on the usual side. */
  readonly mirrored: boolean;
  readonly density: number;
}

/** Shares of the banner for the text, by the number of products. They are tried in this order until everything fits. */
const TEXT_SHARES: Readonly<Record<number, readonly number[]>> = {
  1: [0.56, 0.66, 0.74],
  2: [0.5, 0.6, 0.7],
  3: [0.44, 0.56, 0.68],
  4: [0.44, 0.56, 0.68],
};

/** The arrangements to try, best first. */
export function arrangementsFor(wish: Wish): Arrangement[] {
  const ratio = wish.width / wish.height;
  const form: Form = ratio > 3.2 ? 'strip' : ratio >= 1.15 ? 'side' : 'stack';
  const beforeProducts = form === 'strip' ? [0.76, 0.84] : TEXT_SHARES[wish.products];
  const shares = (wish.products > 0 ? beforeProducts : undefined) ?? [form === 'side' ? 0.62 : 1, 0.8, 1];
  return shares.map((share) => (form === 'stack' ? stacked(wish, share) : beside(wish, form, share)));
}

const marginOf = ({ width, height }: Wish): number =>
  Math.round(Math.min(Math.max(4, Math.min(width, height) * 0.075), 140));

function beside(wish: Wish, form: Form, share: number): Arrangement {
  const { width, height, products, direction, tone, density } = wish;
  const margin = marginOf(wish);
  const centred = products === 0 && form === 'side' && (tone === 'elegant' || tone === 'playful');
  const textWidth = centred ? width * 0.8 - margin : width * share - margin * (products ? 1.4 : 1);
  const right = (direction === 'rtl') !== wish.mirrored;
  const x = centred ? (width - textWidth) / 2 : right ? width - margin - textWidth : margin;
  const rest = width * (1 - share) - margin;
  return {
    form,
    align: centred ? 'center' : direction === 'rtl' ? 'right' : 'left',
    text: { x, y: margin, width: textWidth, height: height - margin * 2 },
    products: products
      ? { x: right ? margin : width - margin - rest, y: margin, width: rest, height: height - margin * 2 }
      : null,
    unit: form === 'strip' ? height * 1.5 : Math.min(height, width * 0.58),
    margin,
    density,
  };
}

function stacked(wish: Wish, share: number): Arrangement {
  const { width, height, products, density } = wish;
  const margin = marginOf(wish);
  const inner = height - margin * 2;
  const textHeight = products ? inner * share - margin * 0.5 : inner;
  const box = { x: margin, width: width - margin * 2 };
  return {
    form: 'stack',
    align: 'center',
    text: { ...box, y: margin, height: textHeight },
    products: products
      ? { ...box, y: margin + textHeight + margin * 0.5, height: inner - textHeight - margin * 0.5 }
      : null,
    unit: Math.min(width * 0.82, height * 0.66),
    margin,
    density,
  };
}
