import { getHmac } from '@shopify/shopify-api/test-helpers';
import { setTimeout as pause } from 'node:timers/promises';
import { PlatformASimulator } from '#libs/simulators';
import { CLIENT_ID, CLIENT_SECRET, TestApp } from '../setup/test-app.js';

export const SCOPES = ['read_orders', 'read_customers', 'read_products'];

/** A simulated platform A, and a service whose app belongs to it. */
export async function startWithPlatformA(
  more: Readonly<Record<string, string>> = {},
): Promise<{ platform: PlatformASimulator; service: TestApp }> {
  const platform = await PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
  const service = await TestApp.start({
    PLATFORM_A_SCOPES: SCOPES.join(','),
    PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate,
    ...more,
  });
  return { platform, service };
}

/** A merchant's browser: keeps our cookies, sends them where they belong, and follows a redirect only on request. */
export class Browser {
  private readonly cookies = new Map<string, { value: string; path: string }>();

  constructor(private readonly appUrl: string) {}

  /** Another browser with the same cookies. */
  copy(): Browser {
    const copy = new Browser(this.appUrl);
    for (const [name, cookie] of this.cookies) copy.cookies.set(name, cookie);
    return copy;
  }

  async get(target: string): Promise<Response> {
    const url = new URL(target, this.appUrl);
    const ours = url.origin === new URL(this.appUrl).origin;
    const cookie = ours ? this.cookiesFor(url.pathname) : '';
    const answer = await fetch(url, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } });
    if (ours) for (const line of answer.headers.getSetCookie()) this.keep(line);
    return answer;
  }

  /** From our /auth over the store's authorize page: the address of our callback, not yet opened. */
  async authorize(shop: string): Promise<string> {
    const authorizePage = locationOf(await this.get(`/platform-a/auth?shop=${shop}`));
    return locationOf(await this.get(authorizePage));
  }

  async install(shop: string): Promise<Response> {
    return this.get(await this.authorize(shop));
  }

  private cookiesFor(pathname: string): string {
    const fitting = [...this.cookies].filter(([, { path }]) => pathname.startsWith(path));
    return fitting.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((attribute) => attribute.startsWith('Path='))?.slice('Path='.length) ?? '/';
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, { value, path });
  }
}

export function locationOf(answer: Response): string {
  const location = answer.headers.get('location');
  if (answer.status !== 302 || location === null) throw new Error(`no redirect but ${answer.status}`);
  return location;
}

/** The text that platform A signs, written here once more and independently of the client library. */
const canonical = (params: Readonly<Record<string, string>>): string =>
  Object.keys(params)
    .sort()
    .map((key) => new URLSearchParams({ [key]: params[key] ?? '' }).toString().replaceAll('+', '%20'))
    .join('&');

/** The query with its hmac, made by the official library's test helper. */
export function signed(params: Readonly<Record<string, string>>, secret: string): string {
  const hmac = Buffer.from(getHmac(canonical(params), secret), 'base64').toString('hex');
  return `${canonical(params)}&hmac=${hmac}`;
}

export const unixNow = (): string => String(Math.floor(Date.now() / 1000));

/** Asks until the answer is there; the test's own time limit ends it. */
export async function eventually<T>(ask: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    await pause(25);
  }
}
