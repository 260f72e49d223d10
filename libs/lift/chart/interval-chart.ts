import { type LiftLanguage, liftTexts } from '../texts/lift-texts.js';
import type { IntervalPoint } from './interval-points.js';
import { drawPlot } from './plot.js';
import { type ChartTheme, chartStyle } from './theme.js';

export interface ChartOptions {
  readonly language: LiftLanguage;
  readonly theme: ChartTheme;
  /** What a reader hears who does not see the chart. */
  readonly altText: string;
  /** Six hexadecimal digits after a number sign. */
  readonly accent?: string | undefined;
}

const [WIDTH, HEIGHT] = [640, 320];
const ACCENT = /^#[0-9a-f]{6}$/i;

/** The interval of the incremental customers over time, as an SVG document. Time runs to the right in all languages. */
export function intervalChart(points: readonly IntervalPoint[], options: ChartOptions): string {
  const { language, theme, altText, accent } = options;
  const { title, band, empty } = liftTexts(language).chart;
  const isRtl = language === 'ar';
  const [start, end] = isRtl ? [WIDTH - 24, 24] : [24, WIDTH - 24];
  const words = (x: number, y: number, text: string, size: number, anchor: 'start' | 'end' | 'middle'): string =>
    `<text class="text" x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}">${escaped(text)}</text>`;
  const content =
    points.length === 0
      ? words(WIDTH / 2, HEIGHT / 2, empty, 16, 'middle')
      : `${drawPlot(points, language)}${words(end, 30, band, 12, 'end')}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `role="img" aria-labelledby="title desc" lang="${language}" direction="${isRtl ? 'rtl' : 'ltr'}" ` +
    `font-family="system-ui, -apple-system, 'Segoe UI', 'Noto Sans', sans-serif">` +
    `<title id="title">${escaped(title)}</title><desc id="desc">${escaped(altText)}</desc>` +
    `<style>${chartStyle(theme, accent !== undefined && ACCENT.test(accent) ? accent : undefined)}</style>` +
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>` +
    `${words(start, 30, title, 16, 'start')}${content}</svg>`
  );
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
