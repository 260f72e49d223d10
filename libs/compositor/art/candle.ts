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
  return [
    disc([x, top - reach * 0.2], Math.max(width, height) * 0.55, 'light', { form: 'glow', depth: 0.05, opacity: 0.75 }),
    rectangle(-width * 0.05, base - reach * 0.12, width * 1.1, height, 'ground', {
      depth: 0.3,
      blend: ['main', 0.25],
      fade: ['ground', 0.6],
    }),
    ellipse([x + wide * 0.35, base + wide * 0.06], wide * 1.9, wide * 0.36, 'shadow', {
      form: 'glow',
      depth: 0.4,
      opacity: 0.9,
    }),
    polygon([[x - wide, top], ...foot, [x + wide, top]], 'main', {
      depth: 0.7,
      form: 'column',
      blend: ['light', 0.35],
    }),
    ellipse([x, top], wide, wide * 0.17, 'light', { depth: 0.72, blend: ['main', 0.2] }),
    ellipse([x, top + wide * 0.015], wide * 0.72, wide * 0.11, '#fff0c4', { depth: 0.73, opacity: 0.9 }),
    rectangle(x - reach * 0.011, top - reach * 0.1, reach * 0.022, reach * 0.11, '#3b2a22', { depth: 0.74 }),
    disc([x, top - reach * 0.28], reach * 0.62, '#ffd98a', { form: 'glow', depth: 0.75, opacity: 0.6 }),
    curve(flame(reach * 0.46), '#f9a93c', { depth: 0.8, fade: ['#f07f22', 0.4] }),
    curve(flame(reach * 0.3), '#ffe9a6', { depth: 0.82 }),
  ];
}
