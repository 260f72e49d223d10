import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitFor } from './wait-for.js';

/** The path of Debian's package. The tests of the studio are skipped where this file does not exist. */
const CHROMIUM = '/usr/bin/chromium';
export const hasChromium = existsSync(CHROMIUM);

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violations {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** A person's browser at the studio. It notes every error of the page, also refusals of the content security policy. */
export class StudioBrowser {
  readonly errors: string[] = [];

  private constructor(
    private readonly browser: Browser,
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly url: string,
  ) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', ({ message }) => this.errors.push(message));
  }

  static async start(url: string, locale: string): Promise<StudioBrowser> {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
    const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
    return new StudioBrowser(browser, context, await context.newPage(), url);
  }

  /** Opens the app as the merchant does; ends at the studio, signed in. */
  async install(shop: string): Promise<void> {
    await this.page.goto(`${this.url}/platform-a/auth?shop=${shop}`);
    await this.page.locator('nav').waitFor();
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.url}/dashboard${path}`);
    await this.page.locator('h1').waitFor();
  }

  click(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name }).or(this.page.getByRole('link', { name })).first().click();
  }

  heading(name: string | RegExp): Promise<void> {
    return this.page.getByRole('heading', { level: 1, name }).waitFor();
  }

  /** Checks that nothing on the page keeps people out who use other means than a mouse and good eyes. */
  async expectAccessible(): Promise<void> {
    // The page's own policy would refuse a script that is added to it; this one runs beside the page.
    const waiting = this.page.locator('[role=status].waiting');
    await waitFor(async () => (await waiting.count()) === 0);
    await this.page.evaluate(await axe());
    const { violations } = await this.page.evaluate(
      (values) =>
        (globalThis as unknown as { axe: { run: (options: object) => Promise<Violations> } }).axe.run({
          runOnly: values,
          // The frame of emails has an origin of its own, so that nothing can look into it.
          iframes: false,
        }),
      RULES,
    );
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, this.page.url()).toEqual([]);
  }

  async stop(): Promise<void> {
    await this.context.close();
    await this.browser.close();
  }
}

let source: Promise<string> | undefined;
const axe = (): Promise<string> =>
  (source ??= import('node:fs/promises').then(({ readFile }) => readFile(AXE, 'utf8')));
