import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Debian's packages. The shell has no windows, so it draws the same pages with a third of the processor time. */
const BUILDS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const installed = BUILDS.find((path) => existsSync(path));

export const hasChromium = installed !== undefined;
/** What tests that were left out say. */
export const WITHOUT_CHROMIUM = `skipped without ${BUILDS.join(' or ')}`;

/** A browser that shows nothing on a screen. Throws where Debian's Chromium is not installed. */
export function openChromium(): Promise<Browser> {
  if (!installed) throw new Error(`There is no ${BUILDS.join(' and no ')}. See docs/getting-started.md.`);
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    // A page of the internet may frame one of this machine: that is what the frame of a simulated platform does.
    '--disable-features=LocalNetworkAccessChecks',
    // The build without windows would set letters on whole pixels, and lines would end elsewhere than in a window.
    '--font-render-hinting=none',
  ];
  return chromium.launch({ executablePath: installed, args });
}
