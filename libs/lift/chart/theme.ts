/** With `auto` the chart follows the settings of the reader, where their program does so. */
export const CHART_THEMES = ['light', 'dark', 'auto'] as const;
export type ChartTheme = (typeof CHART_THEMES)[number];

interface Colours {
  readonly ground: string;
  readonly text: string;
  readonly faint: string;
  readonly accent: string;
}

const LIGHT: Colours = { ground: '#ffffff', text: '#1d2433', faint: '#d5d9e2', accent: '#1f6feb' };
const DARK: Colours = { ground: '#14171f', text: '#e8ebf2', faint: '#3a4150', accent: '#6ea8fe' };

/** The rules of the chart's classes. */
export function chartStyle(theme: ChartTheme, accent: string | undefined): string {
  const light = rulesOf(accent === undefined ? LIGHT : { ...LIGHT, accent });
  const dark = rulesOf(accent === undefined ? DARK : { ...DARK, accent });
  if (theme === 'dark') return dark;
  return theme === 'light' ? light : `${light}@media (prefers-color-scheme:dark){${dark}}`;
}

const rulesOf = ({ ground, text, faint, accent }: Colours): string =>
  `.ground{fill:${ground}}.text{fill:${text}}.grid{stroke:${faint}}.zero{stroke:${text}}` +
  `.band{fill:${accent};fill-opacity:.22}.line{stroke:${accent};fill:none}.dot{fill:${accent}}`;
