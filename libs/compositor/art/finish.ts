import { withAlpha } from '../colour/rgb.js';
import type { Easel } from './paint.js';
import type { Size } from './shapes.js';
import type { Treatment } from './treatments.js';

type Finish = Treatment['finish'][number];
type Effect = (easel: Easel, size: Size) => void;

/** Points of light out of focus. */
const bokeh: Effect = ({ ctx, unit, random, tones }, { width, height }) => {
  for (let index = 0; index < 16; index += 1) {
    const radius = unit * random.between(0.02, 0.075);
    const x = random.next() * width;
    const y = random.next() * height * 0.6;
    const glow = ctx.createRadialGradient(x, y, radius * 0.6, x, y, radius);
    const colour = index % 3 === 0 ? tones.accent : tones.light;
    glow.addColorStop(0, withAlpha(colour, 0.17));
    glow.addColorStop(0.9, withAlpha(colour, 0.22));
    glow.addColorStop(1, withAlpha(colour, 0));
    ctx.fillStyle = glow;
    ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  }
};

const rays: Effect = ({ ctx, tones }, { width, height }) => {
  const reach = Math.hypot(width, height);
  ctx.fillStyle = withAlpha(tones.main, 0.22);
  for (let index = 0; index < 14; index += 1) {
    const from = (index / 14) * Math.PI * 2;
    ctx.beginPath();
    ctx.moveTo(width / 2, height * 0.55);
    ctx.arc(width / 2, height * 0.55, reach, from, from + Math.PI / 14);
    ctx.fill();
  }
};

const vignette: Effect = ({ ctx }, { width, height }) => {
  const reach = Math.hypot(width, height) / 2;
  const shade = ctx.createRadialGradient(width / 2, height / 2, reach * 0.55, width / 2, height / 2, reach);
  shade.addColorStop(0, 'rgba(20,22,28,0)');
  shade.addColorStop(1, 'rgba(20,22,28,0.24)');
  ctx.fillStyle = shade;
  ctx.fillRect(0, 0, width, height);
};

const frame: Effect = ({ ctx, unit, tones }, { width, height }) => {
  const border = unit * 0.035;
  ctx.strokeStyle = tones.light;
  ctx.lineWidth = border;
  ctx.strokeRect(border / 2, border / 2, width - border, height - border);
  ctx.strokeStyle = withAlpha(tones.near, 0.75);
  ctx.lineWidth = Math.max(1, unit * 0.004);
  ctx.strokeRect(border * 1.3, border * 1.3, width - border * 2.6, height - border * 2.6);
};

/** Halftone dots, larger where the image is darker. */
const halftone: Effect = ({ ctx, unit }, { width, height }) => {
  const step = Math.max(4, unit * 0.011);
  const { data } = ctx.getImageData(0, 0, width, height);
  ctx.fillStyle = 'rgba(60,38,20,0.13)';
  for (let row = 0; row * step < height; row += 1) {
    for (let x = row % 2 ? step / 2 : 0; x < width; x += step) {
      const at = (Math.floor(row * step) * width + Math.floor(x)) * 4;
      const dark = 1 - ((data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 765;
      ctx.beginPath();
      ctx.arc(x, row * step, step * 0.52 * Math.sqrt(dark), 0, Math.PI * 2);
      ctx.fill();
    }
  }
};

/** Noise in lightness: the three channels of a pixel change by the same amount, so that the noise has no colour. */
function texture(amount: number, cell: number): Effect {
  return ({ ctx, random }, { width, height }) => {
    const image = ctx.getImageData(0, 0, width, height);
    const columns = Math.ceil(width / cell) + 1;
    const noise = Float32Array.from(
      { length: columns * (Math.ceil(height / cell) + 1) },
      () => (random.next() - 0.5) * amount,
    );
    const { data } = image;
    for (let y = 0; y < height; y += 1) {
      const row = Math.floor(y / cell) * columns;
      for (let x = 0; x < width; x += 1) {
        const change = noise[row + Math.floor(x / cell)] ?? 0;
        const at = (y * width + x) * 4;
        data[at] = (data[at] ?? 0) + change;
        data[at + 1] = (data[at + 1] ?? 0) + change;
        data[at + 2] = (data[at + 2] ?? 0) + change;
      }
    }
    ctx.putImageData(image, 0, 0);
  };
}

const EFFECTS: Readonly<Record<Finish, Effect>> = {
  bokeh,
  rays,
  vignette,
  frame,
  halftone,
  grain: texture(9, 1),
  paper: texture(13, 2),
};

/** The effects that are drawn behind the subject. The others are drawn over everything. */
const BEHIND: ReadonlySet<Finish> = new Set<Finish>(['bokeh', 'rays']);

export function finish(easel: Easel, size: Size, treatment: Treatment, when: 'before' | 'after'): void {
  for (const name of treatment.finish) {
    if (BEHIND.has(name) === (when === 'before')) EFFECTS[name](easel, size);
  }
}
