import type { Colours, Theme } from './theme.js';

/** Changes of one class in dark mode. */
type Rule = readonly [selector: string, colours: (of: Colours) => Readonly<Record<string, string>>];

const ground = (colour: string) => ({ 'background-color': colour });

const RULES: readonly Rule[] = [
  ['.rk-page', ({ page }) => ground(page)],
  ['.rk-panel', ({ panel }) => ground(panel)],
  ['.rk-panel > table', ({ panel }) => ground(panel)],
  ['.rk-foot', ({ footer }) => ground(footer)],
  ['.rk-foot > table', ({ footer }) => ground(footer)],
  ['.rk-foot div', ({ onFooter }) => ({ color: onFooter })],
  ['.rk-foot a', ({ onFooter }) => ({ color: onFooter })],
  ['.rk-text', ({ text }) => ({ color: text })],
  ['.rk-text div', ({ text }) => ({ color: text })],
  ['.rk-text td', ({ text }) => ({ color: text })],
  ['.rk-text h1', ({ text }) => ({ color: text })],
  ['.rk-text h2', ({ text }) => ({ color: text })],
  ['.rk-text h3', ({ text }) => ({ color: text })],
  ['.rk-text a', ({ accent }) => ({ color: accent })],
  ['.rk-text .rk-plain', ({ text }) => ({ color: text })],
  ['.rk-text .rk-muted', ({ muted }) => ({ color: muted })],
  ['.rk-text .rk-accent', ({ accent }) => ({ color: accent })],
  ['.rk-text .rk-code', ({ code, accent }) => ({ ...ground(code), 'border-color': accent })],
  ['.rk-button td', ({ button }) => ground(button)],
  ['.rk-button a', ({ button, onButton }) => ({ ...ground(button), color: onButton })],
];

const declarations = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}:${value} !important`)
    .join(';');

/** For clients that follow the reader's setting, and for Outlook's apps, which mark the email in dark mode. */
export function darkCss({ dark }: Theme): string {
  const rules = RULES.map(([selector, of]) => ({ selector, css: declarations(of(dark)) }));
  const plain = rules.map(({ selector, css }) => `${selector}{${css}}`);
  const outlook = rules.map(({ selector, css }) => `[data-ogsc] ${selector}{${css}}`);
  const swap = (prefix: string): string =>
    `${prefix}.rk-day{display:none !important}${prefix}.rk-night{display:inline-block !important}${prefix}.rk-plate{padding:8px 16px !important;margin:-8px 0 !important}`;
  return `@media (prefers-color-scheme: dark){${plain.join('')}${swap('')}}${outlook.join('')}${swap('[data-ogsc] ')}`;
}

/** Narrow screens. Everything else is inline, because some clients drop these rules. */
export const NARROW =
  '@media (max-width:480px){.rk-head{font-size:30px !important}.rk-code{padding:10px 16px !important}.rk-word{font-size:20px !important}.rk-big{font-size:36px !important}.rk-tile-text{font-size:15px !important}}';

/** Inline styles of what Markdown makes. */
export interface TextStyle {
  readonly align: 'center' | 'left' | 'right';
  readonly colour: string;
  readonly link: string;
  /** Below a hero. */
  readonly isHero?: boolean;
}

/** Markdown's HTML with inline styles. Tags that the author wrote with attributes stay as they are. */
export function styled(html: string, { heading, radius }: Theme, { align, colour, link, isHero }: TextStyle): string {
  const head = `font-family:${heading};color:${colour};text-align:${align};font-weight:700;font-variant-numeric:lining-nums;text-wrap:balance`;
  const styles: Readonly<Record<string, string>> = {
    h1: `${head};font-size:${isHero ? 40 : 32}px;line-height:1.14;letter-spacing:-.01em;margin:0 0 12px`,
    h2: `${head};font-size:24px;line-height:1.25;margin:0 0 12px`,
    h3: `${head};font-size:18px;line-height:1.35;margin:0 0 8px`,
    p: `margin:0 0 14px${align === 'center' ? ';text-wrap:balance' : ''}`,
    ul: 'margin:0 0 14px;padding-inline-start:22px;text-align:start',
    ol: 'margin:0 0 14px;padding-inline-start:22px;text-align:start',
    li: 'margin:0 0 6px',
    blockquote: 'margin:0 0 14px;font-style:italic',
    hr: 'border:0;border-top:1px solid;opacity:.25;margin:20px 0',
  };
  const last = Math.max(...['<p>', '<h1>', '<h2>', '<h3>'].map((tag) => html.lastIndexOf(tag)));
  const isLast = !/<(?:[uo]l|blockquote|table|div)[ >]/.test(html.slice(last));
  return html
    .replaceAll(/<(h[123]|p|[uo]l|li|blockquote|hr)>/g, (_, tag: string, at: number) => {
      const style = `${styles[tag]}${isLast && at === last ? ';margin-bottom:0' : ''}`;
      return `<${tag}${tag === 'h1' ? ' class="rk-head"' : ''} style="${style}">`;
    })
    .replaceAll(/<a href="([^"]*)"(?: title="[^"]*")?>/g, `<a href="$1" style="color:${link};font-weight:600">`)
    .replaceAll(
      /<img src="([^"]*)" alt="([^"]*)">/g,
      `<img src="$1" alt="$2" style="display:block;max-width:100%;height:auto;border:0;border-radius:${radius}px;margin:0 auto">`,
    );
}
