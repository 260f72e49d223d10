import { withAlpha } from '../colour/rgb.js';
import { coloursOf, type Easel, extentOf, FILLS } from './brushes.js';
import type { Point, Shape } from './shapes.js';
import type { Treatment } from './treatments.js';

/** Light up to this depth lies in the sky. */
const SKY = 0.02;
/** Styles without gradients show light in steps. */
const STEPPED: ReadonlySet<Treatment['fill']> = new Set<Treatment['fill']>(['plain', 'cut']);

/** Light: strongest in the middle, nothing at the edge. The shape is an ellipse, which may be turned. */
function shine({ ctx, tones }: Easel, shape: Shape, inSteps: boolean): void {
  const { points, opacity } = shape;
  const [colour] = coloursOf(tones, shape);
  const count = points.length;
  const sum = points.reduce(([sx, sy], [x, y]): Point => [sx + x, sy + y], [0, 0]);
  const center: Point = [sum[0] / count, sum[1] / count];
  const vector = (at: number): Point => {
    const [x, y] = points[Math.round(at) % count] ?? center;
    return [x - center[0], y - center[1]];
  };
  const [a, b] = [vector(0), vector(count / 4)];
  ctx.save();
  ctx.transform(a[0], a[1], b[0], b[1], center[0], center[1]);
  const gradient = ctx.createRadialGradient(0, 0, 0, 0, 0, 1);
  const steps = inSteps ? 4 : 12;
  for (let step = 0; step <= steps; step += 1) {
    const part = step / steps;
    const strength = opacity * (inSteps ? 0.7 : 1) * (1 + Math.cos(part * Math.PI)) * 0.5;
    gradient.addColorStop(part, withAlpha(colour, strength));
    if (inSteps && step < steps) gradient.addColorStop((step + 0.999) / steps, withAlpha(colour, strength));
  }
  ctx.fillStyle = gradient;
  ctx.beginPath();
  ctx.arc(0, 0, 1, 0, Math.PI * 2);
  ctx.fill();
  ctx.restore();
}

/** Paints the shapes in the given order, from back to front. Far shapes are out of focus if the style has a blur. */
export function paintShapes(easel: Easel, { fill, blur: blurred }: Treatment, shapes: readonly Shape[]): void {
  const { ctx, unit, tones } = easel;
  for (const shape of shapes) {
    const extent = extentOf(shape.points);
    // A filter takes its time for each shape, and nobody sees it on small ones.
    const blur = extent.width < unit * 0.4 ? 0 : blurred * unit * Math.max(0, 0.45 - shape.depth);
    ctx.save();
    if (shape.form === 'glow') {
      const inSteps = STEPPED.has(fill);
      // A sky with light in steps would show a sun.
      const isSky = shape.depth <= SKY;
      if (fill !== 'outline' && !(inSteps && isSky)) shine(easel, shape, inSteps);
    } else {
      if (blur > 0.5) ctx.filter = `blur(${blur.toFixed(1)}px)`;
      if (fill !== 'outline') ctx.globalAlpha = shape.opacity;
      FILLS[fill](easel, shape, coloursOf(tones, shape), extent);
    }
    ctx.restore();
  }
}
