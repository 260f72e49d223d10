import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** The path of Debian's package. */
export const CHROMIUM = '/usr/bin/chromium';

/** How a recipient sees an email. */
export interface View {
  readonly width: number;
  readonly dark: boolean;
  /** Whether the mail program loads images. */
  readonly images: boolean;
}

/** Stands for the fonts of a reader's machine: Debian's own have no Japanese. */
export const LOCAL_FONT = 'https://images.example/noto-sans-jp-500.woff2';
const LOCAL_FONTS = `document.fonts.add(new FontFace('Noto Sans JP', 'url(${LOCAL_FONT})')), true`;

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: { readonly requestId: string; readonly request: { readonly url: string } };
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

type Result = Readonly<Record<string, unknown>>;

/** A Chromium without windows, driven by the DevTools protocol over a pipe. Only `files` are on its network. */
export class Chromium {
  private readonly waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>();
  private received = '';
  private sent = 0;
  private session = '';
  private hasImages = true;

  private constructor(
    private readonly child: ChildProcess,
    private readonly profile: string,
    private readonly files: ReadonlyMap<string, Buffer>,
  ) {
    const from = child.stdio[4] as Readable;
    from.setEncoding('utf8').on('data', (text: string) => this.read(text));
    child.on('exit', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('Chromium has ended'));
    });
  }

  static async start(files: ReadonlyMap<string, Buffer>): Promise<Chromium> {
    const profile = await mkdtemp(join(tmpdir(), 'rekindle-chromium-'));
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--no-first-run'];
    const child = spawn(CHROMIUM, [...flags, `--user-data-dir=${profile}`, '--remote-debugging-pipe', 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    const chromium = new Chromium(child, profile, files);
    const { targetId } = await chromium.call('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await chromium.call('Target.attachToTarget', { targetId, flatten: true });
    chromium.session = String(sessionId);
    await chromium.call('Page.enable');
    await chromium.call('Network.enable');
    await chromium.call('Network.setCacheDisabled', { cacheDisabled: true });
    await chromium.call('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
    return chromium;
  }

  /** Shows the HTML, with every image and font loaded or refused. */
  async show(html: string, { width, dark, images }: View): Promise<void> {
    this.hasImages = images;
    await this.call('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false });
    const features = [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }];
    await this.call('Emulation.setEmulatedMedia', { media: 'screen', features });
    // Images of the page before would be shown again.
    await this.call('Page.navigate', { url: 'about:blank' });
    const { frameTree } = await this.call('Page.getFrameTree');
    const { id: frameId } = (frameTree as { frame: { id: string } }).frame;
    await this.call('Page.setDocumentContent', { frameId, html });
    await this.evaluate(LOCAL_FONTS);
    await this.evaluate(
      `Promise.all([...document.images].map((one) => one.complete || new Promise((done) => { one.onload = one.onerror = done; }))).then(() => document.fonts.ready).then(() => true)`,
    );
  }

  /** The value of an expression in the page. */
  async evaluate<T>(expression: string): Promise<T> {
    const options = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.call('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: T }).value;
  }

  /** The whole email as PNG. */
  async screenshot(): Promise<Buffer> {
    const size = await this.evaluate<{ width: number; height: number }>(
      '({ width: innerWidth, height: document.documentElement.scrollHeight })',
    );
    const clip = { x: 0, y: 0, ...size, scale: 1 };
    const { data } = await this.call('Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport: true });
    return Buffer.from(String(data), 'base64');
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    this.child.kill();
    await ended;
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  private call(method: string, params: object = {}): Promise<Result> {
    this.sent += 1;
    const id = this.sent;
    const message = { id, method, params, ...(this.session ? { sessionId: this.session } : {}) };
    (this.child.stdio[3] as Writable).write(`${JSON.stringify(message)}\0`);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
    });
  }

  private read(text: string): void {
    const messages = (this.received + text).split('\0');
    this.received = messages.pop() ?? '';
    for (const message of messages) this.take(JSON.parse(message) as Answer);
  }

  private take({ id, method, params, result, error }: Answer): void {
    if (method === 'Fetch.requestPaused' && params) return this.load(params.requestId, params.request.url);
    const call = this.waiting.get(id ?? 0);
    if (!call) return;
    this.waiting.delete(id ?? 0);
    if (error) call.reject(new Error(error.message));
    else call.resolve(result ?? {});
  }

  private load(requestId: string, url: string): void {
    const file = this.hasImages || url.endsWith('.woff2') ? this.files.get(url) : undefined;
    const answer = file
      ? this.call('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders: [{ name: 'Access-Control-Allow-Origin', value: '*' }],
          body: file.toString('base64'),
        })
      : this.call('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    // The page may be gone before the answer.
    answer.catch(() => undefined);
  }
}
