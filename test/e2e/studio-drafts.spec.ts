import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, WITHOUT_CHROMIUM } from '../../bench/support/chromium.js';
import type { StudioPerson } from '../setup/studio-browser.js';
import { withEmail } from '../setup/studio-emails.js';
import { type PlayedStore, StudioStage } from '../setup/studio-stage.js';
import { wordsOf } from '../setup/studio-words.js';
import { waitFor } from '../setup/wait-for.js';

/** What the tests use inside a page. */
interface InPage {
  readonly history: { readonly back: () => void };
}

interface TextField extends EventTarget {
  value: string;
}

describe.skipIf(!hasChromium)(`a draft in the studio (${WITHOUT_CHROMIUM})`, () => {
  const words = wordsOf('en');
  let stage: StudioStage;
  let store: PlayedStore;
  let merchant: StudioPerson;
  let sequence: string;

  beforeAll(async () => {
    stage = await StudioStage.start();
    store = stage.storeA('drafts');
    merchant = await stage.browser.person('en');
    await merchant.enter(store.install());
    sequence = await withEmail(stage, store, 'drafts', '<html><body><h1>Hello</h1></body></html>');
  });
  afterAll(() => stage?.stop());
  afterEach(() => expect(merchant.errors.splice(0)).toEqual([]));

  const name = () => merchant.view.getByLabel(words('sequences.name')).first();
  const dialog = () => merchant.view.getByRole('dialog', { name: words('draft.title') });
  const answer = (key: 'save' | 'draft.discard' | 'draft.stay' | 'segments.review') =>
    dialog()
      .getByRole('button', { name: words(key) })
      .click();
  const saved = async (): Promise<string> => (await stage.sequenceOf(store)).name;

  async function openEditor(): Promise<void> {
    await merchant.open('/sequences');
    await merchant.view.getByRole('rowheader').getByRole('link').first().click();
    await merchant.click(words('edit'));
    await name().waitFor();
  }

  async function typeName(text: string): Promise<void> {
    await openEditor();
    await merchant.fill(words('sequences.name'), text);
  }

  it('stays where the person stays, after a link, a button and the back button', async () => {
    await typeName('Kept');
    for (const leave of [
      () => merchant.click(words('nav.customers')),
      () => merchant.click(words('shell.signOut')),
      () => merchant.page.goBack(),
    ]) {
      await leave();
      await dialog().waitFor();
      await merchant.expectAccessible();
      await answer('draft.stay');
      expect(await name().inputValue()).toBe('Kept');
      expect(merchant.page.url()).toContain(`${sequence}/edit`);
    }
  });

  it('is no longer asked about where the person comes back by the forward button', async () => {
    await typeName('Returned');
    await merchant.page.goBack();
    await dialog().waitFor();
    await merchant.page.goForward();
    await dialog().waitFor({ state: 'hidden' });
    expect(await name().inputValue()).toBe('Returned');
    await merchant.page.goBack();
    await dialog().waitFor();
    await merchant.page.goBack();
    await answer('draft.discard');
    await merchant.heading(words('nav.sequences'));
    expect(merchant.page.url()).toMatch(/\/sequences$/);
  });

  it('is asked about where the person types and goes back at once', async () => {
    await openEditor();
    await name().evaluate((element) => {
      const field = element as unknown as TextField;
      field.value = 'Typed fast';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      (globalThis as unknown as InPage).history.back();
    });
    await dialog().waitFor();
    await answer('draft.stay');
    expect(await name().inputValue()).toBe('Typed fast');
  });

  it('goes where the person lets it go', async () => {
    await typeName('Gone');
    await merchant.page.goBack();
    await answer('draft.discard');
    await merchant.heading('drafts');
    await merchant.page.goForward();
    await name().waitFor();
    await merchant.click(words('nav.home'));
    await merchant.heading(words('home.title'));
    expect(await saved()).toBe('drafts');
  });

  it('is saved on the way', async () => {
    await typeName('On the way');
    await merchant.click(words('nav.customers'));
    await answer('save');
    await merchant.heading(words('nav.customers'));
    expect(await saved()).toBe('On the way');
  });

  it('keeps what the person types while it is saved', async () => {
    await typeName('First words');
    const held = new Promise<() => void>((hold) => {
      void merchant.page.route('**/retailer/sequences/*', async (route) => {
        if (route.request().method() === 'GET') await new Promise<void>((release) => hold(release));
        await route.continue();
      });
    });
    await merchant.click(words('save'));
    const release = await held;
    await merchant.fill(words('sequences.name'), 'Second words');
    release();
    await merchant.view.locator('[type=submit][aria-disabled=false]').waitFor();
    await merchant.unroute();
    expect(await saved()).toBe('First words');
    expect(await name().inputValue()).toBe('Second words');
    await merchant.click(words('save'));
    await waitFor(async () => (await saved()) === 'Second words');
  });

  it('is saved before its plan is shown', async () => {
    await typeName('Planned');
    await merchant.click(words('sequences.review'));
    await merchant.heading(words('review.title'));
    expect(await saved()).toBe('Planned');
  });

  it('stays as it is where it could not be saved', async () => {
    await typeName('Refused');
    await merchant.page.route('**/retailer/sequences/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    const saveFirst = async (leave: Promise<unknown>): Promise<void> => {
      await leave;
      await answer('save');
    };
    for (const leave of [
      () => merchant.click(words('sequences.review')),
      () => saveFirst(merchant.click(words('nav.customers'))),
      () => saveFirst(merchant.page.goBack()),
    ]) {
      await leave();
      await merchant.view.getByText(words('state.awayHint')).waitFor();
      await waitFor(() => merchant.page.url().endsWith(`${sequence}/edit`));
      expect(await name().inputValue()).toBe('Refused');
    }
    await merchant.unroute();
    await merchant.click(words('save'));
    await merchant.view.getByText(words('editor.saved')).waitFor();
    expect(await saved()).toBe('Refused');
    expect(merchant.errors.splice(0).every((error) => error.includes('ERR_FAILED'))).toBe(true);
  });

  it('outlives the session, and is saved after the app was opened again', async () => {
    await merchant.open(`${sequence}/edit`);
    await merchant.view.frameLocator('iframe').locator('h1').first().waitFor();
    const cookies = await merchant.context.cookies();
    await merchant.context.clearCookies();
    // Nothing is asked for before the person types. Then the preview is, and its request is refused.
    await merchant.fill(words('sequences.name'), 'Longer lunch');
    const lost = merchant.view.getByRole('dialog', { name: words('gate.ended') });
    await lost.waitFor();
    await merchant.expectAccessible();
    // Nothing was opened again so far.
    await lost.getByRole('button', { name: words('state.retry') }).click();
    await lost.waitFor();
    const second = await merchant.another();
    await second.enter(store.opening());
    await second.page.close();
    expect(await merchant.context.cookies()).not.toEqual(cookies);
    await lost.getByRole('button', { name: words('state.retry') }).click();
    await lost.waitFor({ state: 'hidden' });
    expect(await name().inputValue()).toBe('Longer lunch');
    await merchant.click(words('save'));
    await merchant.view.getByText(words('editor.saved')).waitFor();
    expect(await saved()).toBe('Longer lunch');
    expect(merchant.errors.splice(0).every((error) => error.includes('401'))).toBe(true);
  });

  it('of criteria is reviewed before it is saved', async () => {
    const [segment] = await stage.rows(store, 'segments');
    await merchant.open(`/segments/${segment?.id}`);
    await merchant.click(words('edit'));
    await merchant.fill(words('segments.valueOf'), '3');
    await merchant.click(words('nav.customers'));
    await answer('segments.review');
    await merchant.view.getByRole('heading', { name: words('segments.reviewTitle') }).waitFor();
    await merchant.view
      .getByRole('dialog')
      .getByRole('button', { name: words('save') })
      .click();
    await merchant.heading('All');
    expect(await dialog().count()).toBe(0);
  });

  it('of a brand kit is kept too', async () => {
    await merchant.open('/images');
    await merchant.click(words('brand.title'));
    await merchant.fill(words('sender.name'), 'Drafts & Co');
    await merchant.click(words('nav.home'));
    await answer('save');
    await merchant.heading(words('home.title'));
    await merchant.open('/images/brand');
    expect(await merchant.view.getByLabel(words('sender.name')).inputValue()).toBe('Drafts & Co');
  });
});
