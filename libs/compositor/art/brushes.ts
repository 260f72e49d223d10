import type { CanvasGradient, SKRSContext2D } from '@napi-rs/canvas';
import { mix, withAlpha } from '../colour/rgb.js';
import type { Random } from './random.js';
import type { Colour, Point, Shape } from './shapes.js';
import type { Tones, Treatment } from './treatments.js';

/** The tools to paint a shape. `unit` is the image's shorter side in pixels. */
export interface Easel {
  readonly ctx: SKRSContext2D;
  readonly tones: Tones;
  readonly unit: number;
  readonly random: Random;
}

const INK = '#14161c';

function tracePath(ctx: SKRSContext2D, points: readonly Point[], smooth: boolean): void {
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

export function extentOf(points: readonly Point[]): Extent {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

const inTones = (tones: Tones, colour: Colour): string =>
  colour.startsWith('#') ? colour : tones[colour as Exclude<Colour, `#${string}`>];

/** The colours at the top and at the foot of a shape. */
export function coloursOf(tones: Tones, { tone, blend, fade }: Shape): readonly [top: string, foot: string] {
  const own = inTones(tones, tone);
  const top = blend ? mix(own, inTones(tones, blend[0]), blend[1]) : own;
  return [top, fade ? mix(top, inTones(tones, fade[0]), fade[1]) : top];
}

type Colours = ReturnType<typeof coloursOf>;
type Fill = (easel: Easel, shape: Shape, colours: Colours, extent: Extent) => void;

function downwards(ctx: SKRSContext2D, { y, height }: Extent, [top, foot]: Colours): CanvasGradient {
  const gradient = ctx.createLinearGradient(0, y, 0, y + height);
  gradient.addColorStop(0, top);
  gradient.addColorStop(1, foot);
  return gradient;
}

function shadowed({ ctx, unit }: Easel, lift: number, strength: number): void {
  if (lift === 0) return;
  ctx.shadowColor = withAlpha(INK, strength);
  ctx.shadowBlur = unit * lift;
  ctx.shadowOffsetX = unit * lift * 0.12;
  ctx.shadowOffsetY = unit * lift * 0.36;
}

/** One even colour. */
const plain: Fill = ({ ctx }, { points, smooth }, [top]) => {
  tracePath(ctx, points, smooth);
  ctx.fillStyle = top;
  ctx.fill();
};

/** Even colours that fade, and soft shadows. */
const soft: Fill = (easel, { points, smooth, lift }, colours, extent) => {
  const { ctx } = easel;
  shadowed(easel, lift, 0.2);
  tracePath(ctx, points, smooth);
  ctx.fillStyle = colours[0] === colours[1] ? colours[0] : downwards(ctx, extent, colours);
  ctx.fill();
};

/** A light side and a dark side. */
const shaded: Fill = (easel, shape, [top, foot], extent) => {
  const { ctx } = easel;
  const { x, y, width, height } = extent;
  if (shape.form === 'flat' && shape.fade) return soft(easel, shape, [top, foot], extent);
  shadowed(easel, shape.lift, 0.24);
  tracePath(ctx, shape.points, shape.smooth);
  const isColumn = shape.form === 'column';
  const gradient = ctx.createLinearGradient(x, y, x + width * (isColumn ? 1 : 0.5), y + (isColumn ? 0 : height));
  gradient.addColorStop(0, mix(top, '#ffffff', 0.14));
  gradient.addColorStop(0.5, top);
  gradient.addColorStop(1, mix(foot, INK, isColumn ? 0.16 : 0.1));
  ctx.fillStyle = gradient;
  ctx.fill();
};

/** Light from the upper left, a core shadow and reflected light, so that bodies look round. */
const modelled: Fill = (easel, shape, [top, foot], extent) => {
  const { ctx } = easel;
  const { x, y, width, height } = extent;
  if (shape.form === 'flat') return shaded(easel, shape, [top, foot], extent);
  shadowed(easel, shape.lift, 0.3);
  tracePath(ctx, shape.points, shape.smooth);
  const isBall = shape.form === 'ball';
  const light = [x + width * 0.32, y + height * 0.26] as const;
  const gradient = isBall
    ? ctx.createRadialGradient(...light, 0, x + width * 0.46, y + height * 0.46, Math.max(width, height) * 0.62)
    : ctx.createLinearGradient(x, y, x + width, y);
  const stops = isBall ? [0, 0.4, 0.86] : [0.26, 0.5, 0.9];
  if (!isBall) gradient.addColorStop(0, mix(top, INK, 0.14));
  gradient.addColorStop(stops[0] ?? 0, mix(top, '#ffffff', isBall ? 0.36 : 0.2));
  gradient.addColorStop(stops[1] ?? 0.4, top);
  gradient.addColorStop(stops[2] ?? 0.8, mix(foot, INK, 0.26));
  gradient.addColorStop(1, mix(foot, INK, 0.18));
  ctx.fillStyle = gradient;
  ctx.fill();
};

/** Several thin layers with trembling outlines and a darker rim, like pigment at the edge of water. */
const wash: Fill = ({ ctx, unit, random }, shape, [top, foot], { y, width, height }) => {
  const tremble = Math.min(unit * 0.006, Math.max(width, height) * 0.03);
  const outlined = shape.smooth ? shape.points : densely(shape.points, unit * 0.03);
  const flow = ctx.createLinearGradient(0, y, 0, y + height);
  flow.addColorStop(0, withAlpha(top, 0.34));
  flow.addColorStop(random.between(0.35, 0.65), withAlpha(mix(mix(top, foot, 0.5), '#ffffff', 0.1), 0.36));
  flow.addColorStop(1, withAlpha(mix(foot, INK, 0.05), 0.44));
  for (let layer = 0; layer < 4; layer += 1) {
    const points = outlined.map(([px, py]): Point => [
      px + random.between(-tremble, tremble),
      py + random.between(-tremble, tremble),
    ]);
    tracePath(ctx, points, true);
    ctx.fillStyle = flow;
    ctx.fill();
    if (layer !== 1) continue;
    ctx.strokeStyle = withAlpha(mix(top, INK, 0.2), 0.26);
    ctx.lineWidth = Math.max(1, unit * 0.003);
    ctx.stroke();
  }
};

/** Adds points along straight sides, so that trembling does not round off the corners. */
const densely = (points: readonly Point[], step: number): Point[] =>
  points.flatMap((from, index): Point[] => {
    const to = points[(index + 1) % points.length] ?? from;
    const parts = Math.min(60, Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / step)));
    return Array.from({ length: parts }, (_, part): Point => [
      from[0] + ((to[0] - from[0]) * part) / parts,
      from[1] + ((to[1] - from[1]) * part) / parts,
    ]);
  });

/** Outlines of one width on a tint; shapes in front hide shapes behind. */
const outline: Fill = ({ ctx, unit, tones }, shape, [top], { width, height }) => {
  if (shape.tone === 'shadow' || shape.opacity < 0.5) return;
  tracePath(ctx, shape.points, shape.smooth);
  const isDot = Math.max(width, height) < unit * 0.02;
  const isColoured = shape.tone === 'accent' || shape.tone.startsWith('#');
  ctx.fillStyle = isDot ? tones.near : isColoured ? top : mix(tones.sky, tones.ground, shape.depth * 0.7);
  ctx.fill();
  if (isDot) return;
  ctx.strokeStyle = tones.near;
  ctx.lineWidth = Math.max(1.2, unit * (0.002 + shape.depth * 0.0026));
  ctx.lineJoin = 'round';
  ctx.stroke();
};

/** Cut paper: even colour over a soft shadow. */
const cut: Fill = (easel, { points, smooth, depth, lift }, [top]) => {
  const { ctx } = easel;
  shadowed(easel, Math.max(lift, depth > 0.12 ? 0.018 : 0), 0.3);
  tracePath(ctx, points, smooth);
  ctx.fillStyle = top;
  ctx.fill();
};

export const FILLS: Readonly<Record<Treatment['fill'], Fill>> = { plain, soft, shaded, modelled, wash, outline, cut };
