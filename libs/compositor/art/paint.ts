import type { SKRSContext2D } from '@napi-rs/canvas';
import { mix, withAlpha } from '../colour/rgb.js';
import type { Random } from './random.js';
import type { Point, Shape } from './shapes.js';
import type { Tones, Treatment } from './treatments.js';

/** The tools to paint a shape. `unit` is the image's shorter side in pixels. */
export interface Easel {
  readonly ctx: SKRSContext2D;
  readonly tones: Tones;
  readonly unit: number;
  readonly random: Random;
}

const INK = '#14161c';

export function tracePath(ctx: SKRSContext2D, points: readonly Point[], smooth: boolean): void {
  ctx.beginPath();
  const middle = (index: number): Point => {
    const [ax, ay] = points[index % points.length] ?? [0, 0];
    const [bx, by] = points[(index + 1) % points.length] ?? [0, 0];
    return [(ax + bx) / 2, (ay + by) / 2];
  };
  points.forEach(([x, y], index) => {
    const [nextX, nextY] = middle(index);
    if (index === 0) ctx.moveTo(...(smooth ? middle(points.length - 1) : ([x, y] as const)));
    if (smooth) ctx.quadraticCurveTo(x, y, nextX, nextY);
    else ctx.lineTo(x, y);
  });
  ctx.closePath();
}

interface Extent {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function extentOf(points: readonly Point[]): Extent {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

type Fill = (easel: Easel, shape: Shape, colour: string, extent: Extent) => void;

const plain: Fill = ({ ctx }, shape, colour) => {
  tracePath(ctx, shape.points, shape.smooth);
  ctx.fillStyle = colour;
  ctx.fill();
};

/** A light side and a dark side, like an illustrator's airbrush. */
const shaded: Fill = ({ ctx }, shape, colour, { x, y, width, height }) => {
  tracePath(ctx, shape.points, shape.smooth);
  const gradient = ctx.createLinearGradient(
    x,
    y,
    x + width * (shape.form === 'column' ? 1 : width > height * 2 ? 0 : 0.35),
    y + (shape.form === 'column' ? 0 : height),
  );
  gradient.addColorStop(0, mix(colour, '#ffffff', 0.14));
  gradient.addColorStop(0.5, colour);
  gradient.addColorStop(1, mix(colour, INK, 0.17));
  ctx.fillStyle = gradient;
  ctx.fill();
};

/** Light from the upper left, a core shadow and reflected light, so that bodies look round. */
const modelled: Fill = (easel, shape, colour, extent) => {
  const { ctx, unit } = easel;
  const { x, y, width, height } = extent;
  if (shape.form === 'flat') return shaded(easel, shape, colour, extent);
  ctx.save();
  ctx.shadowColor = withAlpha(INK, 0.26);
  ctx.shadowBlur = unit * 0.035;
  ctx.shadowOffsetX = unit * 0.012;
  ctx.shadowOffsetY = unit * 0.014;
  tracePath(ctx, shape.points, shape.smooth);
  const gradient =
    shape.form === 'ball'
      ? ctx.createRadialGradient(
          x + width * 0.34,
          y + height * 0.28,
          0,
          x + width * 0.46,
          y + height * 0.46,
          Math.max(width, height) * 0.66,
        )
      : ctx.createLinearGradient(x, y, x + width, y);
  const stops = shape.form === 'ball' ? [0, 0.35, 0.82, 1] : [0.28, 0.5, 0.88, 1];
  if (shape.form === 'column') gradient.addColorStop(0, mix(colour, INK, 0.2));
  gradient.addColorStop(stops[0] ?? 0, mix(colour, '#ffffff', 0.42));
  gradient.addColorStop(stops[1] ?? 0.4, colour);
  gradient.addColorStop(stops[2] ?? 0.8, mix(colour, INK, 0.36));
  gradient.addColorStop(1, mix(colour, INK, 0.24));
  ctx.fillStyle = gradient;
  ctx.fill();
  ctx.restore();
};

/** Several thin layers with trembling outlines and a darker rim, like pigment at the edge of water. */
const wash: Fill = ({ ctx, unit, random }, shape, colour, { y, width, height }) => {
  const tremble = Math.min(unit * 0.008, Math.max(width, height) * 0.04);
  const outlinePoints = shape.smooth ? shape.points : densely(shape.points, unit * 0.05);
  const flow = ctx.createLinearGradient(0, y, 0, y + height);
  flow.addColorStop(0, withAlpha(colour, 0.26));
  flow.addColorStop(random.between(0.4, 0.7), withAlpha(mix(colour, '#ffffff', 0.16), 0.3));
  flow.addColorStop(1, withAlpha(mix(colour, INK, 0.12), 0.44));
  for (let layer = 0; layer < 4; layer += 1) {
    const points = outlinePoints.map(([px, py]): Point => [
      px + random.between(-tremble, tremble),
      py + random.between(-tremble, tremble),
    ]);
    tracePath(ctx, points, true);
    ctx.fillStyle = flow;
    ctx.fill();
    if (layer !== 1) continue;
    ctx.strokeStyle = withAlpha(mix(colour, INK, 0.22), 0.34);
    ctx.lineWidth = Math.max(1, unit * 0.0035);
    ctx.stroke();
  }
};

/** Adds points along straight sides, so that trembling does not round off the corners. */
const densely = (points: readonly Point[], step: number): Point[] =>
  points.flatMap((from, index): Point[] => {
    const to = points[(index + 1) % points.length] ?? from;
    const parts = Math.min(24, Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / step)));
    return Array.from({ length: parts }, (_, part): Point => [
      from[0] + ((to[0] - from[0]) * part) / parts,
      from[1] + ((to[1] - from[1]) * part) / parts,
    ]);
  });

/** Outlines of one width; shapes in front hide shapes behind. */
const outline: Fill = ({ ctx, unit, tones }, shape, colour) => {
  if (shape.tone === 'shadow') return;
  tracePath(ctx, shape.points, shape.smooth);
  ctx.fillStyle = shape.tone === 'accent' ? withAlpha(tones.accent, 0.9) : tones.sky;
  ctx.fill();
  ctx.strokeStyle = shape.tone === 'accent' ? tones.near : colour;
  ctx.lineWidth = Math.max(1.2, unit * 0.0055);
  ctx.lineJoin = 'round';
  ctx.stroke();
};

/** Cut paper: flat colour over a hard shadow. */
const cut: Fill = ({ ctx, unit }, shape, colour) => {
  ctx.save();
  ctx.translate(unit * 0.012, unit * 0.012);
  tracePath(ctx, shape.points, shape.smooth);
  ctx.fillStyle = withAlpha(INK, 0.2);
  ctx.fill();
  ctx.restore();
  tracePath(ctx, shape.points, shape.smooth);
  ctx.fillStyle = colour;
  ctx.fill();
};

const FILLS: Readonly<Record<Treatment['fill'], Fill>> = { plain, shaded, modelled, wash, outline, cut };

/** Paints the shapes in the given order, from back to front. Far shapes are out of focus if the style has a blur. */
export function paintShapes(easel: Easel, treatment: Treatment, shapes: readonly Shape[]): void {
  const fill = FILLS[treatment.fill];
  for (const shape of shapes.filter(treatment.keep)) {
    const blur = treatment.blur * easel.unit * Math.max(0, 0.45 - shape.depth);
    if (blur > 0.5) easel.ctx.filter = `blur(${blur.toFixed(1)}px)`;
    fill(easel, shape, easel.tones[shape.tone], extentOf(shape.points));
    if (blur > 0.5) easel.ctx.filter = 'none';
  }
}
