import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, type StudioPerson } from '../setup/studio-browser.js';
import { winBack } from '../setup/studio-journey.js';
import { type PlayedStore, StudioStage } from '../setup/studio-stage.js';
import { findTheWay } from '../setup/studio-stranger.js';
import { wordsOf } from '../setup/studio-words.js';
import { waitFor } from '../setup/wait-for.js';

const STRANGERS_MS = 5 * 60_000;
const STRANGERS_CLICKS = 40;

describe.skipIf(!hasChromium)('the studio in Chromium (skipped without /usr/bin/chromium)', () => {
  let stage: StudioStage;
  /** The merchant of a store on platform A, outside of any frame. */
  let merchant: StudioPerson;
  /** The merchant of a store on platform B, in the frame of its control panel. */
  let framed: StudioPerson;
  let storeA: PlayedStore;
  let storeB: PlayedStore;

  beforeAll(async () => {
    stage = await StudioStage.start();
    storeA = stage.storeA('lane');
    storeB = stage.storeB('harbour');
    merchant = await stage.browser.person('en');
    framed = await stage.browser.person('ar');
  });
  afterAll(() => stage?.stop());

  describe('leads from the install to emails that a person has approved, and to an order', () => {
    const template = 'Use Win-back without an offer';

    it('on platform A, in a window of its own, in English', async () => {
      await merchant.enter(storeA.install());
      expect(merchant.page.url(), 'the code leaves the address').not.toContain('code=');
      await winBack({ stage, store: storeA, person: merchant, words: wordsOf('en'), template });
      expect(merchant.failures).toEqual([]);
    });

    it("on platform B, in the control panel's frame, in Arabic", async () => {
      await framed.enterFramed(storeB.host, storeB.install());
      expect(framed.view.url(), 'the code leaves the address').not.toContain('code=');
      expect(await framed.view.locator('html').getAttribute('dir')).toBe('rtl');
      const words = wordsOf('ar');
      const named = new RegExp(words('template.win-back-no-offer').source.slice(1));
      await winBack({ stage, store: storeB, person: framed, words, template: named });
      expect(framed.failures).toEqual([]);
      expect((await framed.context.cookies()).find(({ name }) => name.startsWith('__Host-'))).toMatchObject({
        httpOnly: true,
        secure: true,
        sameSite: 'None',
        partitionKey: 'https://mybigcommerce.com',
      });
    });

    it("on platform A, in the admin's frame, with the keyboard alone", async () => {
      const person = await stage.browser.person('en', 'keyboard');
      const store = stage.storeA('keys');
      await person.enter(store.install());
      await person.enterFramed(store.host, store.opening());
      await winBack({ stage, store, person, words: wordsOf('en'), template });
      await person.click('Delete');
      await person.page.keyboard.press('Escape');
      await person.view.locator(':focus').getByText('Delete').waitFor();
      expect(person.failures).toEqual([]);
      await person.leave();
    });
  });

  // The script reads the pages as they change, and may lose its way once where the machine is slow.
  let tries = 0;
  it('needs no knowledge: a stranger follows what the pages say', { retry: 1 }, async () => {
    tries += 1;
    const stranger = await stage.browser.person('en');
    const store = stage.storeA(`stranger${tries}`);
    const begun = Date.now();
    await stranger.enter(store.install());
    await findTheWay(stranger);
    await waitFor(() => stage.sentTo(store).length >= store.recipients.length);
    expect(stranger.clicks).toBeLessThanOrEqual(STRANGERS_CLICKS);
    expect(Date.now() - begun).toBeLessThan(STRANGERS_MS);
    expect(stranger.failures).toEqual([]);
    await stranger.leave();
  });

  it.each(['en', 'ar'])('keeps nobody out (%s)', async (language) => {
    await merchant.open('');
    await merchant.view.locator('.nav select').selectOption(language);
    await merchant.view.locator(`html[lang=${language}]`).waitFor();
    const [segment] = await stage.rows(storeA, 'segments');
    // The journeys have checked the other pages.
    const paths = [
      '/segments',
      `/segments/${segment?.id}/edit`,
      '/images',
      '/images/brand',
      '/customers',
      '/customers/1',
      '/store',
      '/nowhere',
    ];
    for (const path of paths) {
      await merchant.open(path);
      await merchant.expectAccessible();
    }
    expect(merchant.failures).toEqual([]);
  });

  describe('when something goes wrong', () => {
    const english = wordsOf('en');
    const arabic = wordsOf('ar');

    it('is shown in the frames of its own store only', async () => {
      for (const host of ['https://store-other.mybigcommerce.com', 'https://elsewhere.example']) {
        await framed.frame(host, '/dashboard');
        await waitFor(() => framed.view.url().startsWith('chrome-error:'));
      }
      expect(framed.errors.join()).toContain('frame-ancestors https://store-harbour.mybigcommerce.com');
    });

    it('says in the frame that the session has ended, and opens again from there', async () => {
      await framed.enterFramed(storeB.host, '/dashboard/segments');
      await framed.view.getByRole('rowheader').first().waitFor();
      await framed.context.clearCookies();
      await framed.click(arabic('nav.customers'));
      await framed.heading(arabic('gate.ended'));
      await framed.view.getByText(arabic('gate.endedHow')).waitFor();
      await framed.expectAccessible();
      await framed.enterFramed(storeB.host, storeB.opening());
      expect(await framed.view.getByText(arabic('gate.ended')).count()).toBe(0);
    });

    it('opens no second session for a code, and keeps the first one', async () => {
      const { headers } = await fetch(storeA.opening(), { redirect: 'manual' });
      const address = headers.get('location') ?? '';
      expect(address).toContain('code=');
      await merchant.enter(address);
      await merchant.enter(address);
      const second = await stage.browser.person('en');
      await second.page.goto(address);
      await second.heading(english('gate.ended'));
      await second.leave();
    });

    it('says that the service does not answer, and tries again', async () => {
      const { page } = merchant;
      await merchant.open('');
      await page.locator('.nav select').selectOption('en');
      await page.clock.install();
      await page.route('**/retailer/customers?*', () => undefined);
      await merchant.open('/customers');
      await merchant.view.getByText(english('state.loading')).waitFor();
      await page.clock.fastForward(30_000);
      await merchant.view.getByText(english('state.awayHint')).waitFor();
      await merchant.expectAccessible();
      await page.unrouteAll();
      await merchant.click(english('state.retry'));
      await merchant.view.getByRole('link', { name: 'Person 2' }).waitFor();
      await page.route('**/dashboard/session', (route) => route.abort());
      await merchant.open('/customers');
      await merchant.heading(english('state.away'));
      await page.unrouteAll();
      await merchant.click(english('state.retry'));
      await merchant.heading(english('nav.customers'));
      expect(await merchant.view.getByText(english('state.away')).count()).toBe(0);
    });

    it('shows the end of a session, and how to begin another', async () => {
      await merchant.click(english('shell.signOut'));
      await merchant.heading(english('gate.ended'));
      await merchant.view.getByText(english('gate.endedHow')).waitFor();
      await merchant.expectAccessible();
      expect(await merchant.view.getByRole('navigation').count()).toBe(0);
    });
  });
});
