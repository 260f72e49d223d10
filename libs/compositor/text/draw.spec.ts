import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { drawText } from './draw.js';
import { fitText } from './fit.js';
import { measure, typefaceFor } from './typeface.js';

/** The alpha of a text that is drawn alone, `at` pixels from the left. */
function drawnAlpha(text: string, size: number, at: number) {
  const width = size * 3;
  const height = size * 2;
  const face = typefaceFor(text, 'Inter', true, 'headline');
  const block = fitText(face, { width, height, minSize: size, maxSize: size, maxLines: 1, tight: true });
  if (!block) throw new Error('The text does not fit.');
  const base = Math.round(size * 1.4);
  const ctx = createCanvas(width, height).getContext('2d');
  drawText(ctx, block, { x: at, y: base, width, align: 'left' }, '#0b3d2e');
  const { data } = ctx.getImageData(0, 0, width, height);
  return { base, row: (y: number) => Array.from({ length: width }, (_, x) => data[(y * width + x) * 4 + 3] ?? 0) };
}

/** The least alpha between the stems of two letters, in the row of their cross-bars where it is largest. */
function solidity(text: string, size: number, at: number): number {
  const { base, row } = drawnAlpha(text, size, at);
  let most = 0;
  for (let y = Math.round(base - size * 0.54); y < base - size * 0.4; y += 1) {
    const alphas = row(y);
    const first = alphas.findIndex((alpha) => alpha > 128);
    const last = alphas.findLastIndex((alpha) => alpha > 128);
    if (last - first > size * 0.45) most = Math.max(most, Math.min(...alphas.slice(first + 2, last - 1)));
  }
  return most;
}

describe('drawText', () => {
  it.each(['ff', 'ft'])('lets no ground shine through where the letters of "%s" meet', (text) => {
    for (const size of [64, 90, 120, 160, 200]) {
      for (const at of [10, 10.25, 10.5, 10.75]) {
        expect(solidity(text, size, at), `${size} px at ${at}`).toBeGreaterThanOrEqual(242);
      }
    }
  });

  it.each(['🏳️‍🌈', '❤️‍🔥', '❤️‍🩹', '⛓️‍💥', '🏴‍☠️', '👨‍👩‍👧'])('draws %s as one image', (emoji) => {
    const one = measure(typefaceFor('🔥', 'Inter', true, 'headline'), '🔥', 80).width;
    const width = measure(typefaceFor(emoji, 'Inter', true, 'headline'), emoji, 80).width;
    expect(Math.abs(width - one)).toBeLessThan(one * 0.1);
    const { row } = drawnAlpha(emoji, 80, 10);
    expect(row(90).some((alpha) => alpha > 0)).toBe(true);
  });
});

describe('measure', () => {
  it('takes figures of one height, as prices need them, from a font that also has others', () => {
    const face = typefaceFor('0123456789', 'Playfair Display', true, 'headline');
    const figures = Array.from('0123456789', (figure) => measure(face, figure, 100));
    expect(Math.max(...figures.map(({ descent }) => descent))).toBeLessThan(4);
    const ascents = figures.map(({ ascent }) => ascent);
    expect(Math.max(...ascents) - Math.min(...ascents)).toBeLessThan(8);
  });
});
