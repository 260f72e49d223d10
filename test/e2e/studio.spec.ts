import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, type StudioPerson } from '../setup/studio-browser.js';
import { winBack } from '../setup/studio-journey.js';
import { MARKUP, type PlayedStore, StudioStage } from '../setup/studio-stage.js';
import { findTheWay } from '../setup/studio-stranger.js';
import { wordsOf } from '../setup/studio-words.js';
import { waitFor } from '../setup/wait-for.js';

const STRANGERS_MS = 5 * 60_000;
const STRANGERS_CLICKS = 40;
/** More than a page of a segment shows. */
const MANY = 5_000;
/** A telephone far from the next mast: bytes a second, and the way there and back. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

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
      expect(merchant.errors).toEqual([]);
    });

    it("on platform B, in the control panel's frame, in Arabic", async () => {
      await framed.enterFramed(storeB.host, storeB.install());
      expect(framed.view.url(), 'the code leaves the address').not.toContain('code=');
      expect(await framed.view.locator('html').getAttribute('dir')).toBe('rtl');
      const words = wordsOf('ar');
      const named = new RegExp(words('template.win-back-no-offer').source.slice(1));
      await winBack({ stage, store: storeB, person: framed, words, template: named });
      expect(framed.errors).toEqual([]);
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
      expect(person.errors).toEqual([]);
      await person.leave();
    });
  });

  it('needs no knowledge: a stranger follows what the pages say', { timeout: STRANGERS_MS }, async () => {
    const stranger = await stage.browser.person('en');
    const store = stage.storeA('stranger');
    const begun = Date.now();
    await stranger.enter(store.install());
    await findTheWay(stranger);
    await waitFor(() => stage.sentTo(store).length >= store.recipients.length);
    expect(stranger.clicks).toBeLessThanOrEqual(STRANGERS_CLICKS);
    expect(Date.now() - begun).toBeLessThan(STRANGERS_MS);
    expect(stranger.errors).toEqual([]);
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
      '/store/imports',
      '/nowhere',
    ];
    for (const path of paths) {
      await merchant.open(path);
      await merchant.expectAccessible();
    }
    await merchant.open('/store');
    await merchant.view.getByText(wordsOf(language)('finding.dkim_unsigned')).waitFor();
    expect(merchant.errors).toEqual([]);
  });

  it('brings orders of another system, after a trial, and takes them back', async () => {
    const words = wordsOf('en');
    await merchant.open('/store');
    await merchant.view.locator('.nav select').selectOption('en');
    await merchant.click(words('imports.open'));
    await merchant.heading(words('imports.title'));
    await merchant.expectAccessible();
    await merchant.fill(words('imports.source'), 'till');
    await merchant.view.locator('input[type=file]').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Receipt,Mail,Sum,Day\n1,person1@lane.example,12.50,2025-03-01\n2,${MARKUP},x,2025-03-01\n`),
    });
    await merchant.click(words('imports.send'));
    // The names of two columns are not usual ones.
    await merchant.view.getByText(words('mapping.missing')).waitFor();
    await merchant.expectAccessible();
    await merchant.choose(words('target.total'), 'Sum');
    await merchant.choose(words('target.orderedAt'), 'Day');
    await merchant.click(words('imports.try'));
    await merchant.heading(words('imports.one'));
    await merchant.view.getByRole('heading', { name: words('imports.wouldHappen') }).waitFor();
    await merchant.expectAccessible();
    await merchant.click(words('imports.start'));
    await merchant.view.getByRole('heading', { name: words('imports.happened') }).waitFor();
    const figure = (key: 'imports.created' | 'imports.refused') =>
      merchant.view.locator('.figure', { hasText: words(key) }).locator('.value');
    expect([await figure('imports.created').innerText(), await figure('imports.refused').innerText()]).toEqual([
      '1',
      '1',
    ]);
    await merchant.click(words('imports.undo'));
    await merchant.expectAccessible();
    await merchant.fill(words('privacy.type'), 'till');
    await merchant.view
      .getByRole('dialog')
      .getByRole('button', { name: words('imports.undo') })
      .click();
    await merchant.view.getByText(words('imports.undone')).waitFor();
    await merchant.keepsFocus();
    expect(merchant.errors).toEqual([]);
  });

  describe('an operator', () => {
    let operator: StudioPerson;

    beforeAll(async () => {
      await stage.failDelivery(storeA);
      operator = await stage.browser.person('en');
      await operator.enterAsOperator(stage.app.adminToken());
    });
    afterAll(() => operator?.leave());

    it.each([
      ['en', 1280, 'light'],
      ['ar', 375, 'dark'],
    ] as const)(
      'sees stores, deliveries, actions, health and queues (%s, %d px, %s)',
      async (language, width, colours) => {
        await operator.look(width, colours);
        await operator.open('/operator');
        await operator.view.locator('.nav select').selectOption(language);
        await operator.view.locator(`html[lang=${language}]`).waitFor();
        const pages = ['', `/retailers/${storeA.retailerId}`, '/deliveries', '/actions', '/health'];
        for (const page of pages.map((each) => `/operator${each}`)) {
          await operator.open(page);
          await operator.expectAccessible();
          await operator.expectToFit();
        }
        for (const page of ['/queues', '/queues/queue/email.send']) {
          await operator.open(page);
          await operator.view.getByText('email.send').first().waitFor();
          await operator.expectAccessible();
        }
        expect(operator.errors).toEqual([]);
      },
    );

    it('tries a failed delivery, and looks after its store', async () => {
      const words = wordsOf('en');
      await operator.look(1280, 'light');
      await operator.open('/operator/deliveries');
      await operator.view.locator('.nav select').selectOption('en');
      await operator.view.getByText(MARKUP).waitFor();
      await operator.click(words('deliveries.try'));
      await operator.view.getByText(words('deliveries.wouldBe')).waitFor();
      await operator.click(words('deliveries.replay'));
      await operator.view.getByRole('dialog').waitFor();
      await operator.expectAccessible();
      await operator.page.keyboard.press('Escape');
      await operator.open(`/operator/retailers/${storeA.retailerId}`);
      await operator.click(words('retailers.lookAfter'));
      await operator.heading(words('home.title'));
      await operator.view.getByText(words('acting.for')).waitFor();
      await operator.expectAccessible();
      expect(operator.errors).toEqual([]);
    });
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

    it('shows both versions to the second of two people who edit a sequence, and loses neither', async () => {
      const { id, name } = await stage.sequenceOf(storeA);
      const second = await merchant.another();
      for (const person of [merchant, second]) {
        await person.open(`/sequences/${id}/edit`);
        await person.view.locator('.nav select').selectOption('en');
        await person.fill(english('sequences.name'), person === merchant ? 'First' : 'Second');
      }
      await merchant.fill(english('editor.wait'), '2');
      await merchant.click(english('save'));
      await merchant.view.getByText(english('editor.saved')).waitFor();
      await second.click(english('save'));
      await second.view.getByRole('heading', { name: english('conflict.title') }).waitFor();
      await second.view.getByText('First', { exact: true }).waitFor();
      await second.view.getByText(name, { exact: true }).last().waitFor();
      await second.view.getByText('2 days').first().waitFor();
      expect(await second.view.locator('.merge').allInnerTexts()).not.toContainEqual(expect.stringMatching(/PT?\d/));
      await second.expectAccessible();
      await second.click(english('conflict.save'));
      await second.view.getByText(english('editor.saved')).waitFor();
      expect(await stage.sequenceOf(storeA)).toMatchObject({ name: 'Second', steps: [{ delay: 'P2D' }, {}] });
      await second.page.close();
    });

    it('shows a name with markup as a text', async () => {
      await merchant.open('/customers');
      await merchant.fill(english('customers.search'), '<img');
      await merchant.view.getByRole('link', { name: MARKUP }).click();
      await merchant.heading(MARKUP);
      await merchant.view.getByText('& Daughters <b>').first().waitFor();
      expect(await merchant.view.locator('img[src=x]').count()).toBe(0);
      await merchant.expectAccessible();
    });

    it('works on a slow line', async () => {
      const failuresBefore = merchant.errors.length;
      const line = await merchant.context.newCDPSession(merchant.page);
      await line.send('Network.enable');
      await line.send('Network.setCacheDisabled', { cacheDisabled: true });
      await line.send('Network.emulateNetworkConditions', SLOW);
      // The text stands until the session is known, so the session's request waits for the text.
      await merchant.page.route('**/dashboard/session', async (route) => {
        await merchant.view.getByText(english('gate.opening')).waitFor();
        await route.continue();
      });
      await merchant.page.goto(`${stage.app.url}/dashboard`, { waitUntil: 'commit' });
      await merchant.heading(english('home.title'));
      await merchant.view.getByText(english('home.lapsed')).waitFor();
      await merchant.expectAccessible();
      await merchant.page.unroute('**/dashboard/session');
      await line.detach();
      expect(merchant.errors.slice(failuresBefore)).toEqual([]);
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

    it('shows a large segment page by page', async () => {
      const [segment] = await stage.rows(storeA, 'segments');
      await stage.fillSegment(storeA, segment?.id ?? '', MANY);
      const reader = await merchant.another();
      await reader.open(`/segments/${segment?.id}`);
      await reader.view
        .getByText(/^5,00\d$/)
        .first()
        .waitFor();
      const rows = reader.view.getByRole('rowheader');
      expect(await rows.count()).toBeLessThan(MANY);
      const first = await rows.first().innerText();
      await reader.click(english('next'));
      await waitFor(async () => (await rows.first().innerText()) !== first);
      await reader.click(english('previous'));
      await waitFor(async () => (await rows.first().innerText()) === first);
      await reader.expectAccessible();
      await reader.page.close();
    });

    it('shows an estimate while it counts many people', async () => {
      const { page, view } = merchant;
      const estimate = view.getByText(english('segments.estimated'));
      await page.route('**/retailer/segments/preview', async (route) => {
        await estimate.waitFor();
        await route.continue();
      });
      await merchant.open('/segments/new');
      await view.getByText(english('segments.spent')).waitFor();
      expect(await estimate.count()).toBe(0);
      await page.unrouteAll();
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
