import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, WITHOUT_CHROMIUM } from '../../bench/support/chromium.js';
import type { StudioPerson } from '../setup/studio-browser.js';
import { withEmail } from '../setup/studio-emails.js';
import { StudioStage } from '../setup/studio-stage.js';
import { wordsOf } from '../setup/studio-words.js';
import { waitFor } from '../setup/wait-for.js';

const LIGHT = 'rgb(250, 250, 250)';
const DARK = 'rgb(10, 10, 10)';
const COLOURS = `<style>
  body { background: ${LIGHT} }
  @media screen and (prefers-color-scheme: dark) { body { background: ${DARK} } }
</style><style media="(prefers-color-scheme:light)">i { color: ${LIGHT} }</style>`;
/** Each way in which an email can load an image. */
const WAYS = ['tag', 'set', 'attribute', 'style', 'rule'];

describe.skipIf(!hasChromium)(`the preview of an email (${WITHOUT_CHROMIUM})`, () => {
  const words = wordsOf('en');
  let stage: StudioStage;
  let merchant: StudioPerson;
  let email: FrameLocator;
  /** The images that the browser has asked their host for. */
  const loaded: string[] = [];

  beforeAll(async () => {
    stage = await StudioStage.start();
    const store = stage.storeA('views');
    merchant = await stage.browser.person('en');
    await merchant.enter(store.install());
    const of = (way: string): string => `https://images.example/${way}.png`;
    const page = await withEmail(
      stage,
      store,
      'views',
      `<html><head>${COLOURS}<style>h1 { background-image: url(${of('rule')}) }</style></head><body><h1>Hello</h1>
       <img alt="a" width="9" height="9" src="${of('tag')}"><img alt="b" width="9" height="9" srcset="${of('set')} 1x">
       <table background="${of('attribute')}"><tr><td>Cell</td></tr></table>
       <div style="background-image:url(${of('style')})">Box</div><i>light</i></body></html>`,
    );
    await merchant.page.route('https://images.example/**', (route) => {
      loaded.push(/(\w+)\.png$/.exec(route.request().url())?.[1] ?? '');
      return route.fulfill({ body: '' });
    });
    await merchant.open(`${page}/edit`);
    email = merchant.view.frameLocator('iframe');
    await email.getByText('Hello').waitFor();
  });
  afterAll(() => stage?.stop());

  const ofBody = (name: string) =>
    email
      .locator('body')
      .evaluate(
        (body, property) =>
          (globalThis as unknown as { getComputedStyle: (of: unknown) => Record<string, string> }).getComputedStyle(
            body,
          )[property],
        name,
      );

  it.each(['light', 'dark'] as const)('has the colours that the person asked for, on a %s system', async (system) => {
    await merchant.look(1280, system);
    const dark = merchant.view.getByLabel(words('preview.dark'));
    for (const [asked, expected] of [
      [true, DARK],
      [false, LIGHT],
    ] as const) {
      await dark.setChecked(asked);
      await waitFor(async () => (await ofBody('backgroundColor')) === expected);
    }
    expect(await email.locator('style[media="(min-width: 0px)"]').count()).toBe(1);
    expect(merchant.errors).toEqual([]);
  });

  it('loads no image in any way while images are off, and all of them again', async () => {
    const images = merchant.view.getByRole('checkbox', { name: words('preview.images') });
    await images.uncheck();
    loaded.length = 0;
    await email.getByText('Hello').waitFor();
    // The browser reports each refusal to the console and to the page.
    const refused = () => WAYS.filter((way) => merchant.errors.some((error) => error.includes(`/${way}.png`)));
    await waitFor(() => refused().length === WAYS.length);
    expect(loaded).toEqual([]);
    expect(merchant.errors.splice(0).every((error) => error.includes('img-src'))).toBe(true);
    await images.check();
    await email.getByText('Hello').waitFor();
    await waitFor(() => WAYS.every((way) => loaded.includes(way)));
    expect(merchant.errors).toEqual([]);
  });

  it('leaves no entry in the history of the tab', async () => {
    await merchant.open('/sequences');
    await merchant.view.getByRole('link', { name: 'views' }).first().click();
    await merchant.click(words('edit'));
    await email.getByText('Hello').waitFor();
    await merchant.view.getByRole('checkbox', { name: words('preview.images') }).uncheck();
    await email.getByText('Hello').waitFor();
    await merchant.page.goBack();
    await merchant.heading('views');
    expect(merchant.page.url()).toMatch(/\/sequences\/views$/);
  });
});
