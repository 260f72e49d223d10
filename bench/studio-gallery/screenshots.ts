import type { Page } from 'playwright-core';

/** A screenshot of the documentation. */
export interface Screenshot {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly language: 'en' | 'ar';
  readonly colours: 'light' | 'dark';
  /** Who looks: the merchant of the demo's store, or an operator. */
  readonly who: 'merchant' | 'operator';
  /** Below /dashboard. */
  readonly path: string;
  /** What the person does there first. */
  readonly steps?: (page: Page) => Promise<unknown>;
  /** Resolves when the page shows what it should. */
  readonly ready: (page: Page) => Promise<unknown>;
}

const LIGHT = { width: 1280, height: 860, language: 'en', colours: 'light', who: 'merchant' } as const;

const text = (what: string) => (page: Page) => page.getByText(what).first().waitFor();

export const SCREENSHOTS: readonly Screenshot[] = [
  { ...LIGHT, name: 'home', path: '', ready: text('They spent') },
  {
    ...LIGHT,
    name: 'review',
    path: '/sequences/new',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Use Win-back in three emails' }).click();
      await page.getByLabel('Recipients').selectOption('Best customers');
      await page.getByRole('button', { name: 'Create the sequence' }).click();
      await page.getByRole('link', { name: 'Review and send' }).click();
    },
    ready: async (page) => {
      await text('People who get nothing')(page);
      await page.frameLocator('iframe').locator('h1').first().waitFor();
    },
  },
  {
    ...LIGHT,
    name: 'results',
    path: '/sequences',
    steps: (page) => page.getByRole('link', { name: 'A second order' }).click(),
    ready: text('Clicks by people'),
  },
  {
    ...LIGHT,
    name: 'segments-arabic',
    width: 375,
    height: 812,
    language: 'ar',
    path: '/segments',
    ready: (page) => page.getByRole('rowheader').first().waitFor(),
  },
  {
    ...LIGHT,
    name: 'operator-health',
    colours: 'dark',
    who: 'operator',
    path: '/operator/health',
    ready: text('Redis'),
  },
];
