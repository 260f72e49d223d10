import { signal } from '@preact/signals';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORED = 'rekindle.theme';

export const theme = signal<Theme>('auto');

/** Takes the theme that was chosen here before. A frame of another site may be refused any storage. */
export function applyTheme(): void {
  try {
    const stored = THEMES.find((each) => each === localStorage.getItem(STORED));
    if (stored) setTheme(stored);
  } catch {
    setTheme('auto');
  }
}

export function setTheme(next: Theme): void {
  theme.value = next;
  if (next === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  try {
    localStorage.setItem(STORED, next);
  } catch {
    // The choice holds until the page is closed.
  }
}
