import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { typefaceFor } from '../text/typeface.js';
import { judgeLetters } from '../review/letters.js';
import { readLines } from './read-lines.js';

const READER: string = '@gutenye/ocr-node';
const canRead = await import(READER).then(
  () => true,
  () => false,
);

function image(paint: (ctx: ReturnType<ReturnType<typeof createCanvas>['getContext']>) => void): Buffer {
  const canvas = createCanvas(800, 400);
  const ctx = canvas.getContext('2d');
  const light = ctx.createLinearGradient(0, 0, 800, 400);
  light.addColorStop(0, '#c8b99a');
  light.addColorStop(1, '#5d6f63');
  ctx.fillStyle = light;
  ctx.fillRect(0, 0, 800, 400);
  paint(ctx);
  return canvas.toBuffer('image/png');
}

describe('reading', () => {
  it('needs no model if all detail of the image is in the place of the product', async () => {
    expect(
      await readLines(
        image(() => undefined),
        null,
      ),
    ).toEqual([]);
    const striped = image((ctx) => {
      ctx.fillStyle = '#000000';
      for (let x = 300; x < 500; x += 10) ctx.fillRect(x, 100, 4, 200);
    });
    expect(await readLines(striped, { x: 0.37, y: 0.25, width: 0.26, height: 0.5 })).toEqual([]);
  });

  it.runIf(canRead)('finds the words that were laid over an image, where they stand', async () => {
    // Registers the fonts.
    typefaceFor('Big sale today', 'Inter', true, 'headline');
    const bytes = image((ctx) => {
      ctx.fillStyle = '#ffffff';
      ctx.font = '700 60px "Rekindle Inter"';
      ctx.fillText('Big sale today', 60, 120);
    });
    const lines = await readLines(bytes, null);
    expect(lines).toHaveLength(1);
    expect(lines?.[0]).toMatchObject({ text: 'Big sale today' });
    expect(lines?.[0]?.box.x).toBeCloseTo(0.075, 1);
    expect(lines?.[0]?.box.y).toBeCloseTo(0.19, 1);
    expect(judgeLetters(lines ?? []).laidOver).toEqual(['Big sale today']);
  });
});
