import { curve, disc, ellipse, polygon, rectangle, type Point, type Shape } from './shapes.js';
import type { Stage } from './stage.js';

const TURN = Math.PI * 2;

/** A pillar candle with its light. */
export function candle(stage: Stage): Shape[] {
  const { x, y, reach, width, height } = stage;
  const base = y + reach * 0.92;
  const wide = reach * 0.34;
  const top = base - reach * 1.12;
  const foot = Array.from({ length: 21 }, (_, index): Point => {
    const angle = Math.PI * (1 - index / 20);
    return [x + Math.cos(angle) * wide, base + Math.sin(angle) * wide * 0.17];
  });
  const flame = (size: number): Point[] =>
    Array.from({ length: 33 }, (_, index): Point => {
      const part = index / 32;
      const angle = part * TURN;
      const up = (1 - Math.cos(angle)) / 2;
      return [x + Math.sin(angle) * size * 0.3 * (1 - up) ** 0.6 * 1.5, top - reach * 0.05 - up * size];
    });
  const dish = base + wide * 0.12;
  return [
    rectangle(-width * 0.05, -height * 0.05, width * 1.1, height * 1.1, 'dark', { depth: 0.04, fade: ['near', 0.55] }),
    disc([x, top - reach * 0.3], Math.max(width, height) * 0.6, '#ffb861', {
      form: 'glow',
      depth: 0.05,
      opacity: 0.62,
    }),
    rectangle(-width * 0.05, base - reach * 0.1, width * 1.1, height, 'near', {
      depth: 0.3,
      blend: ['#c98a4b', 0.3],
      fade: ['dark', 0.7],
    }),
    ellipse([x, base + wide * 0.1], wide * 4.2, wide * 0.9, '#ffc57a', { form: 'glow', depth: 0.32, opacity: 0.5 }),
    ellipse([x + wide * 0.2, dish + wide * 0.2], wide * 2.1, wide * 0.4, '#1a1210', {
      form: 'glow',
      depth: 0.4,
      opacity: 0.75,
    }),
    ellipse([x, dish + wide * 0.05], wide * 1.62, wide * 0.31, '#a4713c', { depth: 0.5 }),
    ellipse([x, dish], wide * 1.62, wide * 0.3, '#d9a566', { depth: 0.52 }),
    ellipse([x, dish - wide * 0.01], wide * 1.36, wide * 0.23, '#b98348', { depth: 0.54 }),
    polygon([[x - wide, top], ...foot, [x + wide, top]], 'main', {
      depth: 0.7,
      form: 'column',
      blend: ['#fff1d6', 0.62],
      fade: ['#d59a5a', 0.3],
    }),
    ellipse([x, top], wide, wide * 0.17, '#fff3d8', { depth: 0.72, blend: ['main', 0.15] }),
    ellipse([x, top + wide * 0.015], wide * 0.72, wide * 0.11, '#fff0c4', { depth: 0.73, opacity: 0.9 }),
    rectangle(x - reach * 0.011, top - reach * 0.1, reach * 0.022, reach * 0.11, '#3b2a22', { depth: 0.74 }),
    disc([x, top - reach * 0.28], reach * 0.62, '#ffd98a', { form: 'glow', depth: 0.75, opacity: 0.6 }),
    curve(flame(reach * 0.46), '#f9a93c', { depth: 0.8, fade: ['#f07f22', 0.4] }),
    curve(flame(reach * 0.3), '#ffe9a6', { depth: 0.82 }),
  ];
}
