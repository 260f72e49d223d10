import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { openChromium } from '../support/chromium.js';
import { Demo } from './demo.js';
import { type Screenshot, SCREENSHOTS } from './screenshots.js';

/** Writes the screenshots of docs/studio from a demo, which is the same each time. */
const FOLDER = join('docs', 'studio');

/** An odd number. */
const LOADS = 5;

const demo = await Demo.start();
const link = await demo.link();
const adminToken = await demo.adminToken();
const browser = await openChromium();
try {
  await mkdir(FOLDER, { recursive: true });
  for (const screenshot of SCREENSHOTS) {
    const bytes = await sharp(await take(browser, screenshot))
      .webp({ quality: 80, effort: 6 })
      .toBuffer();
    await writeFile(join(FOLDER, `${screenshot.name}.webp`), bytes);
    console.log(`${screenshot.name}.webp ${(bytes.length / 1024).toFixed(0)} KiB`);
  }
  console.log(
    `First paint of the home page: ${await firstPaint(browser)} ms, the median of ${LOADS} loads on loopback`,
  );
} finally {
  await browser.close();
  await demo.stop();
}

async function take(browser: Browser, screenshot: Screenshot): Promise<Buffer> {
  const { width, height, language, colours, path, steps, ready } = screenshot;
  const page = await browser.newPage({ locale: language, colorScheme: colours, viewport: { width, height } });
  await signIn(page, screenshot);
  await page.goto(`${new URL(link).origin}/dashboard${path}`);
  await steps?.(page);
  await ready(page);
  await page.waitForLoadState('networkidle');
  const bytes = await page.screenshot();
  await page.close();
  return bytes;
}

async function signIn(page: Page, { who }: Pick<Screenshot, 'who'>): Promise<void> {
  if (who === 'merchant') {
    await page.goto(link);
  } else {
    await page.goto(`${new URL(link).origin}/dashboard/operator`);
    await page.getByRole('textbox').fill(adminToken);
    await page.keyboard.press('Enter');
  }
  await page.locator('nav').waitFor();
}

/** Milliseconds from the request of the page to its first text or image, without anything in the cache. */
async function firstPaint(browser: Browser): Promise<number> {
  const times: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    const page = await browser.newPage();
    await signIn(page, { who: 'merchant' });
    const line = await page.context().newCDPSession(page);
    await line.send('Network.clearBrowserCache');
    await page.goto(`${new URL(link).origin}/dashboard`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const entries: unknown = await page.evaluate(
      `performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime)`,
    );
    times.push(...(entries as number[]));
    await page.close();
  }
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN);
}
