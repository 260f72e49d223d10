import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Frame, Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { openChromium } from '../../bench/support/chromium.js';
import { waitFor } from './wait-for.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** More would mean that somebody with a keyboard does not reach the control. */
const MOST_TABS = 120;
const MOST_WAIT_MS = 90_000;

interface Violations {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** What the tests use inside a page. */
interface InPage {
  readonly addEventListener: (type: 'securitypolicyviolation', listen: (violation: Violation) => void) => void;
  readonly reportViolation: (text: string) => void;
  readonly axe: { readonly run: (options: object) => Promise<Violations> };
  readonly getComputedStyle: (element: unknown) => { readonly outlineStyle: string };
  readonly document: { readonly documentElement: PageElement };
}

interface PageElement {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly lang: string;
  readonly querySelectorAll: (selector: string) => Iterable<InnerElement>;
}

interface InnerElement {
  readonly outerHTML: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly getBoundingClientRect: () => { readonly left: number; readonly right: number };
}

interface Violation {
  readonly violatedDirective: string;
  readonly blockedURI: string;
  readonly documentURI: string;
}

export type Hand = 'mouse' | 'keyboard';

/** One Chromium for all people of a file of tests. */
export class StudioBrowser {
  private constructor(
    private readonly browser: Browser,
    private readonly url: string,
  ) {}

  static async start(url: string): Promise<StudioBrowser> {
    return new StudioBrowser(await openChromium(), url);
  }

  /** Somebody with a browser profile of their own. */
  async person(locale: string, hand: Hand = 'mouse'): Promise<StudioPerson> {
    const context = await this.browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
    return StudioPerson.in(context, this.url, hand);
  }

  stop(): Promise<void> {
    return this.browser.close();
  }
}

/** A person at the studio. Notes every error of the page, also refusals of the content security policy. */
export class StudioPerson {
  /** Errors of scripts, refused requests, and what the content security policy refused. */
  readonly errors: string[] = [];
  /** Where the studio stands: the page itself, or the frame of the platform. */
  view: Frame;
  /** Requests of the page that have no answer yet, without streams, which have no end. */
  private readonly underWay = new Set<Request>();
  /** How often the person has clicked, or pressed Enter on a control. */
  clicks = 0;

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly url: string,
    private readonly hand: Hand,
  ) {
    this.view = page.mainFrame();
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', ({ message }) => this.errors.push(message));
    page.on('request', (request) => request.resourceType() !== 'eventsource' && this.underWay.add(request));
    page.on('requestfinished', (request) => this.underWay.delete(request));
    page.on('requestfailed', (request) => this.underWay.delete(request));
  }

  /** Somebody with a new tab of the browser profile. */
  static async in(context: BrowserContext, url: string, hand: Hand): Promise<StudioPerson> {
    const page = await context.newPage();
    // The limit only ends what hangs, because the machine may be busy.
    page.setDefaultTimeout(MOST_WAIT_MS);
    const person = new StudioPerson(context, page, url, hand);
    // The browser itself asks before it loads another page over a draft. The person goes on.
    page.on('dialog', (dialog) => void dialog.accept());
    // Also in the frames of emails and of platforms, whose refusals no console message may show.
    await page.exposeFunction('reportViolation', (text: string) => person.errors.push(text));
    await page.addInitScript(() => {
      const frame = globalThis as unknown as InPage;
      frame.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, documentURI }) =>
        frame.reportViolation(`${violatedDirective} of ${documentURI} refused ${blockedURI}`),
      );
    });
    return person;
  }

  /** Opens an address of the service; ends at the studio, signed in. */
  async enter(address: string): Promise<void> {
    await this.page.goto(new URL(address, this.url).href);
    await this.view.locator('nav').waitFor();
  }

  /** Opens a page of the platform that shows the address in a frame. */
  async enterFramed(host: string, address: string): Promise<void> {
    await this.frame(host, address);
    await this.view.locator('nav').waitFor();
  }

  /** Opens a page of another site with the address in a frame. */
  async frame(host: string, address: string): Promise<void> {
    const src = new URL(address, this.url).href.replaceAll('&', '&amp;');
    const body = `<!doctype html><html lang="en"><title>Admin</title><main><h1>Admin</h1>
      <iframe name="app" title="App" src="${src}" width="1260" height="740"></iframe></main></html>`;
    await this.page.route(`${host}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
    await this.page.goto(`${host}/apps/rekindle`);
    const [frame] = this.page.mainFrame().childFrames();
    if (!frame) throw new Error('the page of the platform has no frame');
    this.view = frame;
  }

  /** The same person with a second tab. */
  another(): Promise<StudioPerson> {
    return StudioPerson.in(this.context, this.url, this.hand);
  }

  /** Signs an operator in with an admin token. */
  async enterAsOperator(token: string): Promise<void> {
    await this.page.goto(`${this.url}/dashboard/operator`);
    await this.expectAccessible();
    await this.view.getByRole('textbox').fill(token);
    await this.page.keyboard.press('Enter');
    await this.view.locator('nav').waitFor();
  }

  /** Everything that the person sees from now on has this width and these colours. */
  async look(width: number, colorScheme: 'light' | 'dark'): Promise<void> {
    await this.page.setViewportSize({ width, height: 800 });
    await this.page.emulateMedia({ colorScheme, media: 'screen' });
  }

  /** Chooses the language of the studio. */
  async speak(language: string): Promise<void> {
    await this.view.locator('.nav-end select').selectOption(language);
    await this.view.locator(`html[lang=${language}]`).waitFor();
  }

  /** The page does not scroll sideways as a whole. The message names the language and what is too wide. */
  async expectToFit(): Promise<void> {
    const found = await this.view.evaluate(() => {
      const { documentElement: page } = (globalThis as unknown as InPage).document;
      const wide = [...page.querySelectorAll('main *')].filter((each) => {
        const { left, right } = each.getBoundingClientRect();
        return right > page.clientWidth + 1 || left < -1 || each.scrollWidth > each.clientWidth + 1;
      });
      const tags = wide.slice(0, 12).map((each) => each.outerHTML.slice(0, 120));
      return { excess: page.scrollWidth - page.clientWidth, where: [page.lang, ...tags] };
    });
    expect(found.excess, `${this.view.url()} ${found.where.join('\n')}`).toBeLessThanOrEqual(0);
  }

  /** The element with this selector does not scroll sideways on a phone. */
  async expectToFitPhone(selector: string): Promise<void> {
    const before = this.page.viewportSize();
    await this.page.setViewportSize({ width: 375, height: 800 });
    const excess = () =>
      this.view
        .locator(selector)
        .first()
        .evaluate((found) => found.scrollWidth - found.clientWidth);
    await waitFor(async () => (await excess()) <= 0);
    if (before) await this.page.setViewportSize(before);
  }

  async open(path: string): Promise<void> {
    await this.view.goto(`${this.url}/dashboard${path}`);
    await this.heading();
  }

  heading(name?: string | RegExp): Promise<void> {
    // Bull Board has two.
    return this.view
      .getByRole('heading', { level: 1, ...(name === undefined ? {} : { name }) })
      .first()
      .waitFor();
  }

  /** Presses the first button or follows the first link with this text. */
  click(name: string | RegExp): Promise<void> {
    return this.press(this.view.getByRole('button', { name }).or(this.view.getByRole('link', { name })).first());
  }

  async press(target: Locator): Promise<void> {
    this.clicks += 1;
    if (this.hand === 'mouse') return target.click();
    await this.reach(target);
    await this.page.keyboard.press('Enter');
    await this.keepsFocus();
  }

  async fill(label: string | RegExp, text: string): Promise<void> {
    this.clicks += 1;
    const target = this.view.getByLabel(label).first();
    if (this.hand === 'mouse') return target.fill(text);
    await this.reach(target);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
  }

  /** Chooses the option with this value or text. */
  async choose(label: string | RegExp, option: string): Promise<void> {
    this.clicks += 1;
    const target = this.view.getByLabel(label).first();
    if (this.hand === 'mouse') {
      await target.selectOption(option);
      return;
    }
    await this.reach(target);
    const texts = await target.locator('option').evaluateAll((options) =>
      options.map((each) => {
        const { value, text } = each as unknown as { readonly value: string; readonly text: string };
        return [value, text];
      }),
    );
    await this.page.keyboard.press('Home');
    const place = texts.findIndex((each) => each.includes(option));
    for (let index = 0; index < place; index += 1) await this.page.keyboard.press('ArrowDown');
    expect(await target.inputValue()).toBe(texts[place]?.[0]);
  }

  /** Moves the focus with the Tab key to the control, where everybody can see it. */
  private async reach(target: Locator): Promise<void> {
    await target.waitFor();
    const focused = target.and(this.view.locator(':focus'));
    for (let tabs = 0; (await focused.count()) === 0; tabs += 1) {
      if (tabs === MOST_TABS) throw new Error(`the Tab key does not lead to ${target.toString()}`);
      await this.page.keyboard.press('Tab');
    }
    const outline = await target.evaluate(
      (element) => (globalThis as unknown as InPage).getComputedStyle(element).outlineStyle,
    );
    expect(outline, `${target.toString()} shows that it has the focus`).not.toBe('none');
  }

  /** Resolves when something has the focus. What was pressed may vanish, and the focus must not vanish with it. */
  keepsFocus(): Promise<void> {
    return waitFor(async () => (await this.view.locator(':focus').count()) === 1);
  }

  /** Resolves when the page waits for no answer and loads nothing. */
  async settled(): Promise<void> {
    const waiting = this.view.locator('.waiting, [aria-busy=true]');
    await waitFor(async () => this.underWay.size === 0 && (await waiting.count()) === 0, 60_000);
  }

  /**
   * Lets the service answer all requests of the page again. An answer of the test that is still under way comes too
   * late. Its error would fail the run.
   */
  unroute(): Promise<void> {
    return this.page.unrouteAll({ behavior: 'ignoreErrors' });
  }

  /** Checks that nothing on the page keeps people out who use other means than a mouse and good eyes. */
  async expectAccessible(): Promise<void> {
    const waiting = this.view.locator('[role=status].waiting');
    await waitFor(async () => (await waiting.count()) === 0);
    // To start it costs as much as to run it, and a link of the studio keeps the document. The page's own policy would
    // refuse a script that is added to it; this one runs beside the page.
    if (!(await this.view.evaluate(() => 'axe' in globalThis))) await this.view.evaluate(await axe());
    const { violations } = await this.view.evaluate(
      (values) =>
        (globalThis as unknown as InPage).axe.run({
          runOnly: values,
          // The frame of emails has an origin of its own, so that nothing can look into it.
          iframes: false,
          resultTypes: ['violations'],
        }),
      RULES,
    );
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, this.view.url()).toEqual([]);
  }

  leave(): Promise<void> {
    return this.context.close();
  }
}

let source: Promise<string> | undefined;
const axe = (): Promise<string> =>
  (source ??= import('node:fs/promises').then(({ readFile }) => readFile(AXE, 'utf8')));
