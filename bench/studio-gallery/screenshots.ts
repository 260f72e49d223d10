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
const PHONE = { width: 375, height: 812 } as const;
const DARK_ARABIC = { language: 'ar', colours: 'dark' } as const;

const text = (what: string) => (page: Page) => page.getByText(what).first().waitFor();
const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click();
const follow = (page: Page, name: string) => page.getByRole('link', { name }).first().click();
const preview = (page: Page) => page.frameLocator('iframe').first().locator('h1').first().waitFor();

/** Ends at the plan of a new sequence. */
async function planWinBack(page: Page): Promise<void> {
  await press(page, 'Use Win-back in three emails');
  await page.getByLabel('Recipients').selectOption('Best customers');
  await press(page, 'Create the sequence');
  await follow(page, 'Review and send');
  await text('People who get nothing')(page);
  await preview(page);
}

async function approve(page: Page): Promise<void> {
  const ask = /^Type [\d,]+ to approve/;
  const [emails = ''] = /[\d,]+/.exec(await page.getByText(ask).innerText()) ?? [];
  await page.getByLabel(ask).fill(emails.replaceAll(',', ''));
  await press(page, 'Approve and send');
}

/** An offer with two products, laid out in three ways. */
async function askForBanner(page: Page): Promise<void> {
  for (const index of [0, 1]) await page.locator('.products input').nth(index).check();
  await page.getByLabel('Offer').fill('15% off');
  await press(page, 'Make it');
}

const shownImages = (page: Page) =>
  page.frameLocator('iframe').nth(2).locator('img').evaluate('(image) => image.decode()');

async function showOrders(page: Page): Promise<void> {
  const buffer = Buffer.from(TILL);
  await page.getByLabel('Where it is from').fill('till');
  await page.locator('input[type=file]').setInputFiles({ name: 'till.csv', mimeType: 'text/csv', buffer });
  await press(page, 'Send the file');
}

/** Orders of a till, whose columns have names of their own. */
const TILL = `Receipt,Mail,Sum,Day
T-1041,ada@example.com,48.50,2025-03-01
T-1042,bruno@example.com,12.00,2025-03-01
T-1043,carla@example.com,96.20,2025-03-02
`;

export const SCREENSHOTS: readonly Screenshot[] = [
  { ...LIGHT, name: 'home', path: '', ready: text('They spent') },
  { ...LIGHT, ...DARK_ARABIC, name: 'home-arabic-dark', path: '', ready: (page) => page.locator('.map').waitFor() },
  {
    ...LIGHT,
    name: 'segment-explained',
    path: '/segments',
    steps: async (page) => {
      await follow(page, 'Best customers');
      const search = page.getByRole('search');
      await search.getByRole('textbox').fill('ada');
      await search.getByRole('button').click();
      await page.getByRole('button', { name: /@/ }).first().click();
    },
    ready: text('the segment.'),
  },
  {
    ...LIGHT,
    name: 'sequence-editor',
    path: '/sequences',
    steps: async (page) => {
      await follow(page, 'A second order');
      await follow(page, 'Edit');
    },
    ready: preview,
  },
  { ...LIGHT, name: 'review', path: '/sequences/new', steps: planWinBack, ready: preview },
  {
    ...LIGHT,
    name: 'run',
    path: '/sequences/new',
    steps: async (page) => {
      await planWinBack(page);
      await approve(page);
    },
    ready: (page) => page.locator('.figure', { hasText: 'Sent' }).getByText(/[1-9]/).waitFor(),
  },
  {
    ...LIGHT,
    name: 'results',
    path: '/sequences',
    steps: (page) => follow(page, 'A second order'),
    ready: text('Clicks by people'),
  },
  {
    ...LIGHT,
    name: 'people-behind-a-number',
    path: '/sequences',
    steps: async (page) => {
      await follow(page, 'A second order');
      await follow(page, 'See who came back');
    },
    ready: (page) => page.getByRole('rowheader').first().waitFor(),
  },
  {
    ...LIGHT,
    name: 'image-variants',
    path: '/images/new',
    steps: async (page) => {
      await askForBanner(page);
      await page.getByRole('button', { name: 'Approve' }).waitFor();
    },
    ready: shownImages,
  },
  {
    ...LIGHT,
    ...PHONE,
    ...DARK_ARABIC,
    name: 'images-phone-dark',
    path: '/images',
    ready: (page) => page.locator('.gallery img').first().waitFor(),
  },
  { ...LIGHT, name: 'brand-kit', path: '/images/brand', ready: text('Sample') },
  {
    ...LIGHT,
    name: 'customer',
    path: '/segments',
    steps: async (page) => {
      await follow(page, 'Best customers');
      await page.getByRole('rowheader').getByRole('link').first().click();
      await press(page, 'Why?');
    },
    ready: text('the segment.'),
  },
  {
    ...LIGHT,
    name: 'import',
    path: '/store/imports',
    steps: showOrders,
    ready: text('Choose a column for'),
  },
  {
    ...LIGHT,
    ...PHONE,
    name: 'segments-arabic',
    language: 'ar',
    path: '/segments',
    ready: (page) => page.getByRole('rowheader').first().waitFor(),
  },
  {
    ...LIGHT,
    ...PHONE,
    name: 'store-phone-arabic',
    language: 'ar',
    path: '/store',
    ready: (page) => page.locator('#sender').waitFor(),
  },
  {
    ...LIGHT,
    name: 'operator-actions',
    who: 'operator',
    path: '/operator/actions',
    ready: (page) => page.locator('tbody tr').first().waitFor(),
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
