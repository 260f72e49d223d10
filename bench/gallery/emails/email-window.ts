import type { Browser, Page, Route } from 'playwright-core';
import { openChromium } from '../../support/chromium.js';

/** How a recipient sees an email. */
export interface View {
  readonly width: number;
  readonly dark: boolean;
  /** Whether the mail program loads images. */
  readonly images: boolean;
}

/** Stands for the fonts of a reader's machine: Debian's own have no Japanese. */
export const LOCAL_FONT = 'https://images.example/noto-sans-jp-500.woff2';
/** Resolves when every font is loaded or refused. */
const FONTS = `document.fonts.add(new FontFace('Noto Sans JP', 'url(${LOCAL_FONT})')).ready.then(() => true)`;

/** The window of a mail program, in Chromium. Only `files` are on its network, by their address. */
export class EmailWindow {
  private hasImages = true;

  private constructor(
    private readonly browser: Browser,
    private readonly page: Page,
    private readonly files: ReadonlyMap<string, Buffer>,
  ) {}

  static async open(files: ReadonlyMap<string, Buffer>): Promise<EmailWindow> {
    const browser = await openChromium();
    const window = new EmailWindow(browser, await browser.newPage(), files);
    await window.page.route(/^https:/, (route) => window.load(route));
    return window;
  }

  /** Shows the HTML, with every image and font loaded or refused. */
  async show(html: string, { width, dark, images }: View): Promise<void> {
    this.hasImages = images;
    await this.page.setViewportSize({ width, height: 900 });
    await this.page.emulateMedia({ media: 'screen', colorScheme: dark ? 'dark' : 'light' });
    // Images of the page before would be shown again.
    await this.page.goto('about:blank');
    // Waits for the images.
    await this.page.setContent(html);
    await this.page.evaluate(FONTS);
  }

  /** The value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T> {
    return this.page.evaluate<T>(expression);
  }

  /** The whole email as PNG. */
  screenshot(): Promise<Buffer> {
    return this.page.screenshot({ fullPage: true });
  }

  close(): Promise<void> {
    return this.browser.close();
  }

  private load(route: Route): Promise<void> {
    const url = route.request().url();
    const file = this.hasImages || url.endsWith('.woff2') ? this.files.get(url) : undefined;
    if (!file) return route.abort();
    return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, body: file });
  }
}
