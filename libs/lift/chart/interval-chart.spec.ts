import { describe, expect, it } from 'vitest';
import { intervalChart } from './interval-chart.js';
import { intervalPoints } from './interval-points.js';
import { valueAxis } from './scale.js';

const day = (n: number): Date => new Date(Date.UTC(2026, 2, n));
const counts = (at: Date, x1: number, x0: number) => ({
  at,
  percent: 20,
  treated: { n: x1 * 8, x: x1 },
  holdout: { n: x0 * 18, x: x0 },
});
const POINTS = intervalPoints([counts(day(1), 3, 1), counts(day(8), 60, 7), counts(day(22), 190, 21)]);
const OPTIONS = { language: 'en', theme: 'light', altText: 'A & "b" <c>' } as const;

describe('intervalPoints', () => {
  it('leaves out what is too early', () => {
    expect(POINTS.map(({ at }) => at)).toEqual([day(8), day(22)]);
  });
});

describe('intervalChart', () => {
  it('has a title and an alternative text, escaped', () => {
    const svg = intervalChart(POINTS, OPTIONS);
    expect(svg).toContain('<title id="title">Customers brought back by the e-mails</title>');
    expect(svg).toContain('<desc id="desc">A &amp; &quot;b&quot; &lt;c&gt;</desc>');
    expect(svg).toContain('role="img"');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('says in words that it is too early', () => {
    const svg = intervalChart([], OPTIONS);
    expect(svg).toContain('Too early to tell.');
    expect(svg).not.toContain('class="band"');
  });

  it('shows one reading as a bar, and its date once', () => {
    const svg = intervalChart(POINTS.slice(-1), OPTIONS);
    expect(svg).toContain('class="band"');
    expect(svg.match(/Mar 22/g)).toHaveLength(1);
    expect(svg).not.toMatch(/NaN|Infinity/);
  });

  it('is written from the right in Arabic', () => {
    const svg = intervalChart(POINTS, { ...OPTIONS, language: 'ar' });
    expect(svg).toContain('direction="rtl"');
    expect(svg).toContain('lang="ar"');
  });

  it('takes colours from the theme, and an accent that is a colour', () => {
    const dark = intervalChart(POINTS, { ...OPTIONS, theme: 'dark', accent: '#ff8800' });
    expect(dark).toContain('.line{stroke:#ff8800');
    expect(dark).not.toContain('#ffffff');
    expect(intervalChart(POINTS, { ...OPTIONS, theme: 'auto' })).toContain('prefers-color-scheme:dark');
    expect(intervalChart(POINTS, { ...OPTIONS, accent: 'red}</style>' })).not.toContain('red}');
  });
});

describe('valueAxis', () => {
  it('always has a line at zero, and whole numbers', () => {
    const { ticks } = valueAxis([{ at: day(1), estimate: 1, low: 0.2, high: 1.7 }]);
    expect(ticks).toContain(0);
    expect(ticks.every(Number.isInteger)).toBe(true);
  });

  it('cuts off intervals that are far wider than the last', () => {
    const last = { at: day(2), estimate: 100, low: 27, high: 161 };
    const { low } = valueAxis([{ at: day(1), estimate: 0, low: -5_000, high: 12 }, last]);
    expect(low).toBeGreaterThan(-400);
  });
});
