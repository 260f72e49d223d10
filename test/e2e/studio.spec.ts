import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { given } from '../factories/given.js';
import { hasChromium, WITHOUT_CHROMIUM } from '../../bench/support/chromium.js';
import type { StudioPerson } from '../setup/studio-browser.js';
import { winBack } from '../setup/studio-journey.js';
import { MARKUP, type PlayedStore, StudioStage } from '../setup/studio-stage.js';
import { findTheWay } from '../setup/studio-stranger.js';
import { wordsOf } from '../setup/studio-words.js';
import { waitFor } from '../setup/wait-for.js';

const STRANGERS_MS = 5 * 60_000;
const STRANGERS_CLICKS = 40;
/** More than a page of a segment shows. */
const MANY = 5_000;
/** Customers with an order each, and at which byte of their file the platform waits. */
const MANY_PAST = 400;
const HALF_READ = 65_536;
/** The last one is that in which the test goes on. */
const LANGUAGES = ['en', 'es', 'ja', 'de', 'ar'] as const;
/** A telephone far from the next mast: bytes a second, and the way there and back. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** What a comparison has won back, as home shows it. */
const WON_BACK = {
  sequence: null,
  sentences: [],
  customers: {},
  revenue: {
    incremental: {
      estimate: { amount: '900', currency: 'USD' },
      low: { amount: '-50', currency: 'USD' },
      high: { amount: '1850', currency: 'USD' },
    },
  },
  chart: '',
};

describe.skipIf(!hasChromium)(`the studio in Chromium (${WITHOUT_CHROMIUM})`, () => {
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
      await person.view.getByRole('dialog').waitFor();
      await person.page.keyboard.press('Escape');
      await person.view.locator(':focus').getByText('Delete').waitFor();
      expect(person.errors).toEqual([]);
      await person.leave();
    });
  });

  it('needs no knowledge: a stranger follows what the pages say', { timeout: STRANGERS_MS }, async () => {
    const stranger = await stage.browser.person('en');
    // Outside of the frame, on platform B.
    const store = stage.storeB('stranger');
    const begun = Date.now();
    await stranger.enter(store.install());
    await findTheWay(stranger);
    await waitFor(() => stage.sentTo(store).length >= store.recipients.length);
    expect(stranger.clicks).toBeLessThanOrEqual(STRANGERS_CLICKS);
    expect(Date.now() - begun).toBeLessThan(STRANGERS_MS);
    expect(stranger.errors).toEqual([]);
    await stranger.leave();
  });

  it.each([
    ['en', 'light'],
    ['ar', 'dark'],
  ] as const)('keeps nobody out (%s, %s)', async (language, colours) => {
    await merchant.look(1280, colours);
    await merchant.open('');
    await merchant.speak(language);
    const [segment] = await stage.rows(storeA, 'segments');
    const { id } = await stage.sequenceOf(storeA);
    // The journeys have checked the other pages, in light colours.
    const dark = ['', `/segments/${segment?.id}`, '/sequences', `/sequences/${id}`, `/sequences/${id}/edit`];
    const paths = [
      ...(colours === 'dark' ? dark : []),
      '/people',
      '/people?group=first',
      `/people?sequence=${id}&of=code`,
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
      if (colours === 'light') continue;
      // The words of each language have other lengths.
      await merchant.look(375, colours);
      for (const each of LANGUAGES) {
        await merchant.speak(each);
        await merchant.expectToFit();
      }
      await merchant.look(1280, colours);
    }
    await merchant.open('/store');
    await merchant.view.getByText(wordsOf(language)('finding.dkim_unsigned')).waitFor();
    await merchant.look(1280, 'light');
    expect(merchant.errors).toEqual([]);
  });

  it('brings orders of another system, after a trial, and takes them back', async () => {
    const words = wordsOf('en');
    await merchant.open('/store');
    await merchant.view.locator('.nav-end select').selectOption('en');
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

  it('shows how far the reading of past orders is, until it is over', async () => {
    const words = wordsOf('en');
    const store = stage.storeA('river', MANY_PAST);
    const { bulk } = stage.platformA.shop('river.myshopify.com');
    bulk.stopsAt = HALF_READ;
    const person = await stage.browser.person('en');
    await person.enter(store.install());
    const bar = person.view.getByRole('progressbar', { name: words('home.readingShare') });
    for (const path of ['', '/store']) {
      await person.open(path);
      await person.view.getByText(words('home.reading')).waitFor();
      await waitFor(async () => Number(await bar.getAttribute('aria-valuenow')) > 0);
      expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100);
      expect(await person.view.getByRole('button', { name: words('home.readingPause') }).count()).toBe(1);
      await person.expectAccessible();
    }
    await person.open('');
    await person.view.getByText(words('home.reading')).waitFor();
    bulk.stopsAt = null;
    // The page asks again by itself.
    await person.view.getByText(`${MANY_PAST} customers have not ordered`).waitFor();
    await person.view.getByText(words('home.reading')).waitFor({ state: 'detached' });
    expect(person.errors).toEqual([]);
    await person.leave();
  });

  describe('shows a merchant', () => {
    const words = wordsOf('en');
    let sequence: string;
    let segment: string;

    beforeAll(async () => {
      sequence = (await stage.sequenceOf(storeA)).id;
      segment = (await stage.rows(storeA, 'segments'))[0]?.id ?? '';
      await merchant.open('');
      await merchant.view.locator('.nav-end select').selectOption('en');
    });
    afterEach(async () => {
      await merchant.unroute();
      await merchant.look(1280, 'light');
      expect(merchant.errors.splice(0)).toEqual([]);
    });

    it('an email while it is written, and what a save would refuse, and saves neither', async () => {
      await merchant.open(`/sequences/${sequence}/edit`);
      const email = merchant.view.frameLocator('iframe').locator('body');
      await merchant.fill(
        words('editor.text'),
        'Words that nobody has saved. [Look]({{ shop.url }}) [Leave]({{ unsubscribeUrl }})',
      );
      await email.getByText('Words that nobody has saved.').waitFor();
      await merchant.expectAccessible();
      await merchant.fill(words('editor.text'), '{% if customer %}never ends');
      await merchant.view.getByText(words('editor.mistakes')).waitFor();
      await merchant.view
        .getByRole('button', { name: words('place.email') })
        .first()
        .waitFor();
      await merchant.expectAccessible();
      expect(await email.getByText('Words that nobody has saved.').count()).toBe(1);
      expect(JSON.stringify(await stage.sequenceOf(storeA))).not.toContain('nobody has saved');
      // The browser says that an answer was a refusal.
      expect(merchant.errors.splice(0).every((error) => error.includes('422'))).toBe(true);
      await merchant.page.close({ runBeforeUnload: false });
      merchant = await merchant.another();
    });

    it('the email in a mailbox of their own before anybody else gets it', async () => {
      await merchant.open(`/sequences/${sequence}/send`);
      await merchant.fill(words('test.to'), 'me@lane.example');
      await merchant.click(words('test.send'));
      await waitFor(() => stage.sink.emails.some(({ to }) => to === 'me@lane.example'));
      await merchant.click(words('test.sent'));
      await merchant.heading(words('runs.one'));
      expect(merchant.view.url()).toContain('/runs/');
    });

    it('a key of the criteria that the studio has never heard of', async () => {
      const { page } = merchant;
      await page.route('**/retailer/criteria', async (route) => {
        const { keys } = (await (await route.fetch()).json()) as { keys: { key: string }[] };
        const known = keys.find(({ key }) => key === 'minOrders');
        await route.fulfill({ json: { keys: [...keys, { ...known, key: 'onMondays', text: 'Orders on Mondays' }] } });
      });
      const asked: unknown[] = [];
      await page.route('**/retailer/segments/preview', (route) => {
        asked.push((route.request().postDataJSON() as { criteria: unknown }).criteria);
        const asOf = new Date().toISOString();
        return route.fulfill({ json: { count: 12, spent: '1.00', currency: 'USD', sample: [], asOf } });
      });
      await merchant.open('/segments/new');
      await merchant.choose(words('segments.what'), 'onMondays');
      expect(await merchant.view.getByLabel(words('segments.what')).first().innerText()).toContain('Orders on Mondays');
      await merchant.fill('Value of: Orders on Mondays', '7');
      await waitFor(() => JSON.stringify(asked.at(-1)) === '{"onMondays":7}');
    });

    it('who was in a segment on a day, as a file too, at an address that can be passed on', async () => {
      await merchant.open(`/segments/${segment}?on=2020-01-31`);
      await merchant.view.getByRole('heading', { name: words('segments.membersOn') }).waitFor();
      await merchant.view.getByRole('heading', { name: words('segments.nobodyOn') }).waitFor();
      const link = await merchant.view.getByRole('link', { name: words('segments.csv') }).getAttribute('href');
      // The store is in New York, and the browser is not.
      expect(link).toContain('at=2020-02-01T04:59:59.999Z');
      const file = async () =>
        (
          await merchant.page.request.get(
            `${stage.app.url}${await merchant.view.getByRole('link', { name: words('segments.csv') }).getAttribute('href')}`,
          )
        ).text();
      expect((await file()).trim().split('\n')).toHaveLength(1);
      await merchant.open(`/segments/${segment}`);
      expect(await file()).toContain('person2@lane.example');
      await merchant.fill(words('segments.onDay'), '2020-01-31');
      await waitFor(() => merchant.page.url().endsWith('?on=2020-01-31'));
      await merchant.open('/customers?q=person2');
      await merchant.view.getByRole('link', { name: 'Person 2' }).waitFor();
      expect(await merchant.view.getByRole('link', { name: 'Person 3' }).count()).toBe(0);
    });

    it('why somebody is in a segment, found by a part of the name', async () => {
      await merchant.open(`/segments/${segment}`);
      await merchant.fill(words('customers.search'), 'Person');
      await merchant.click(words('explain.ask'));
      // The table below has links with the same words.
      await merchant.view.getByRole('button', { name: 'person2@lane.example' }).click();
      await merchant.view.getByText(words('explain.in')).waitFor();
      await merchant.view.getByRole('link', { name: 'Person 2' }).waitFor();
      await merchant.expectAccessible();
      expect(await merchant.view.getByText(words('explain.out')).count()).toBe(0);
    });

    it('both changes of the criteria of a segment to the second of two people', async () => {
      const second = await merchant.another();
      for (const person of [merchant, second]) {
        await person.open(`/segments/${segment}/edit`);
        await person.fill(words('segments.valueOf'), person === merchant ? '80' : '70');
      }
      await merchant.click(words('segments.review'));
      await merchant.click(words('save'));
      await merchant.view.getByRole('heading', { name: words('explain.title') }).waitFor();
      await second.click(words('segments.review'));
      await second.view.getByRole('heading', { name: words('conflict.title') }).waitFor();
      await second.expectAccessible();
      await second.view.getByLabel(words('conflict.theirs')).check();
      await second.click(words('conflict.goOn'));
      expect(await second.view.getByLabel(words('segments.valueOf')).first().inputValue()).toBe('80');
      await second.page.close();
    });

    it('results on paper: light, without buttons', async () => {
      await merchant.open(`/sequences/${sequence}`);
      await merchant.view.getByText(words('results.attributedHint')).waitFor();
      await merchant.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await merchant.view.locator('.nav').isVisible()).toBe(false);
      expect(await merchant.view.getByRole('button').filter({ visible: true }).count()).toBe(0);
      expect(await merchant.view.getByText(words('results.attributedHint')).isVisible()).toBe(true);
      const style = 'getComputedStyle(document.documentElement).getPropertyValue("--card")';
      expect(await merchant.view.evaluate(style)).toMatch(/^\s*#fff/);
    });

    it('how many emails a run has sent, as the service reports it', async () => {
      const [run] = await stage.runsOf(storeA);
      const { page } = merchant;
      let read = 0;
      await page.route(`**/retailer/executions/${run?.id}`, async (route) => {
        const known = (await (await route.fetch()).json()) as { counts: object };
        read += 1;
        const change = read === 1 ? { status: 'running', counts: { ...known.counts, sent: 1_234 } } : {};
        await route.fulfill({ json: { ...known, ...change } });
      });
      await page.route('**/stream', async (route) => {
        await merchant.view.getByText('1,234').waitFor();
        await route.fulfill({ contentType: 'text/event-stream', body: 'event: execution\ndata: {}\n\n' });
      });
      await merchant.open(`/sequences/${sequence}/runs/${run?.id}`);
      await merchant.view
        .locator('.figure', { hasText: words('runs.sent') })
        .getByText(String(storeA.recipients.length), { exact: true })
        .waitFor();
      expect(read).toBeGreaterThan(1);
    });

    it('what does not work, with the way to mend it', async () => {
      const { retailerId } = storeA;
      await given(stage.app).set(Retailer, { missingScopes: ['read_orders'] }, { id: retailerId });
      const refused = { code: 'sender_not_ready', about: ['dmarc'], mend: '', grantUrl: null };
      await merchant.page.route('**/retailer/home?*', async (route) => {
        const home = (await (await route.fetch()).json()) as { troubles: readonly object[] };
        await route.fulfill({ json: { ...home, troubles: [...home.troubles, refused] } });
      });
      await merchant.open('');
      const grant = merchant.view.getByRole('link', { name: words('trouble.grant') });
      expect(await grant.getAttribute('href')).toBe(`${stage.app.url}/platform-a/auth?shop=lane.myshopify.com`);
      expect(await grant.getAttribute('target')).toBe('_top');
      await merchant.expectAccessible();
      await merchant.click(words('trouble.sender_not_ready'));
      await merchant.view.locator('h2:focus', { hasText: words('store.sender') }).waitFor();
      await given(stage.app).set(Retailer, { missingScopes: [] }, { id: retailerId });
    });

    it('amounts over time while there is one day of them', async () => {
      const point = { at: '2026-05-01T12:00:00.000Z', estimate: '900', low: '-50', high: '1850.20' };
      await merchant.page.route('**/results/trend*', (route) =>
        route.fulfill({ json: { points: [point], currency: 'USD' } }),
      );
      await merchant.page.route('**/retailer/home*', async (route) => {
        const home = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...home, wonBack: WON_BACK } });
      });
      await merchant.page.route('**/retailer/home/status*', async (route) => {
        const home = (await (await route.fetch()).json()) as object;
        await route.fulfill({ json: { ...home, wonBack: WON_BACK } });
      });
      await merchant.open('');
      await merchant.view.getByText(words('trend.one')).waitFor();
      expect(await merchant.view.locator('.chart .point').getAttribute('cx')).toBe('148.0');
      // The end of the interval is rounded up, as in the sentences about results.
      expect((await merchant.view.locator('.chart text').allTextContents()).slice(0, 2)).toEqual(['$0', '$1,851']);
      await merchant.expectAccessible();
    });

    it('all orders of a customer, page by page, and the run of each email', async () => {
      const { page } = merchant;
      // One a page, so that two orders are two pages.
      await page.route('**/retailer/customers/*/orders?*', (route) =>
        route.continue({ url: route.request().url().replace('limit=20', 'limit=1') }),
      );
      await merchant.open('/customers/1');
      const orders = merchant.view.locator('section', { has: merchant.view.locator('h2#orders') });
      const first = await orders.getByRole('rowheader').innerText();
      await orders.getByRole('button', { name: words('next') }).click();
      await waitFor(async () => (await orders.getByRole('rowheader').innerText()) !== first);
      await orders.getByRole('button', { name: words('previous') }).click();
      await waitFor(async () => (await orders.getByRole('rowheader').innerText()) === first);
      await merchant.view
        .locator('section', { has: merchant.view.locator('h2#emails') })
        .getByRole('link')
        .first()
        .click();
      await merchant.heading(words('runs.one'));
      expect(merchant.view.url()).toContain('/runs/');
    });

    it('what a replay of a failed message would do, before it is done', async () => {
      await stage.failDelivery(storeA);
      await merchant.open('/store');
      await merchant.click(words('store.try'));
      const dialog = merchant.view.getByRole('dialog', { name: words('replay.title') });
      await dialog.getByText(words('replay.would')).waitFor();
      await merchant.expectAccessible();
      await merchant.page.keyboard.press('Escape');
      await waitFor(async () => (await dialog.count()) === 0);
      await merchant.keepsFocus();
      await merchant.click(words('store.try'));
      await dialog.getByRole('button', { name: words('replay.now') }).click();
      await merchant.view.getByText(words('store.noFailed')).waitFor();
      expect(await dialog.count()).toBe(0);
    });

    it('a token for programs once, and ends it', async () => {
      await merchant.open('/store');
      const tokens = merchant.view.locator('section', { has: merchant.view.locator('h2#tokens') });
      await merchant.click(words('tokens.mint'));
      const secret = (await tokens.getByRole('status').locator('code').innerText()).trim();
      const url = `${stage.app.url}/module-r/images?brandId=${await stage.brandOf(storeA)}`;
      const call = async () => (await fetch(url, { headers: { authorization: `Bearer ${secret}` } })).status;
      expect(await call()).toBe(200);
      await merchant.expectAccessible();
      await tokens.getByRole('button', { name: words('tokens.revoke') }).click();
      const dialog = merchant.view.getByRole('dialog');
      await merchant.fill(words('privacy.type'), 'something else');
      const end = dialog.getByRole('button', { name: words('tokens.revoke') });
      expect(await end.getAttribute('aria-disabled')).toBe('true');
      await merchant.fill(words('privacy.type'), (await tokens.locator('.mono').first().innerText()).trim());
      await end.click();
      await waitFor(async () => (await call()) === 401);
      await waitFor(async () => (await tokens.getByRole('listitem').count()) === 0);
    });

    it('the rules of the brand, which stay as they were saved', async () => {
      await merchant.open('/store');
      const rules = merchant.view.locator('section', { has: merchant.view.locator('h2#settings') });
      const box = rules.getByLabel(words('settings.approvedImages'));
      await box.check();
      await merchant.fill(words('settings.holdout'), '7');
      await rules.getByRole('button', { name: words('save') }).click();
      const saved = async () =>
        (
          await stage.app.admin<{ settings: { requireApprovedImages: boolean; globalHoldout: { percent: number } } }>(
            'GET',
            `/admin/brands/${await stage.brandOf(storeA)}`,
          )
        ).body.settings;
      await waitFor(async () => (await saved()).requireApprovedImages);
      expect((await saved()).globalHoldout.percent).toBe(7);
      await merchant.open('/store');
      await waitFor(() => box.isChecked());
      await box.uncheck();
      await merchant.fill(words('settings.holdout'), '0');
      await rules.getByRole('button', { name: words('save') }).click();
      await waitFor(async () => !(await saved()).requireApprovedImages);
    });

    it('a segment under another name, which its sequence finds', async () => {
      const { view, page } = merchant;
      const { body } = await stage.app.admin<{ name: string }>('GET', `/admin/segments/${segment}`);
      await merchant.open(`/segments/${segment}`);
      await merchant.heading(body.name);
      await merchant.click(words('segments.rename'));
      await merchant.fill(words('segments.name'), 'Sleepers');
      await page.keyboard.press('Enter');
      await merchant.heading('Sleepers');
      await merchant.open(`/sequences/${sequence}`);
      await view.getByText('Sleepers').waitFor();
      await merchant.open(`/sequences/${sequence}/edit`);
      const chosen = view.getByLabel(words('sequences.segment')).first();
      await waitFor(async () => (await chosen.inputValue()) === 'Sleepers');
      const other = await stage.app.admin<{ segments: { id: string }[] }>('POST', '/admin/segments/upsert', {
        brandId: await stage.brandOf(storeA),
        segments: [{ name: 'Awake', criteria: { minOrders: 1 } }],
      });
      await merchant.open(`/segments/${other.body.segments[0]?.id}`);
      await merchant.click(words('segments.rename'));
      await merchant.fill(words('segments.name'), body.name);
      await page.keyboard.press('Enter');
      await view.getByText(words('problem.segment_name_taken')).waitFor();
      await view.getByRole('alert').getByText('Sleepers').waitFor();
      await merchant.expectAccessible();
      // The browser writes down each refusal.
      expect(merchant.errors.splice(0)).toEqual([expect.stringContaining('409')]);
    });

    it('a question before a segment is gone for good', async () => {
      const { body } = await stage.app.admin<{ segments: { id: string }[] }>('POST', '/admin/segments/upsert', {
        brandId: await stage.brandOf(storeA),
        segments: [{ name: 'Doomed', criteria: { minOrders: 9 } }],
      });
      await merchant.open(`/segments/${body.segments[0]?.id}`);
      await merchant.click(words('remove'));
      const dialog = merchant.view.getByRole('dialog');
      await merchant.expectAccessible();
      await merchant.fill(words('privacy.type'), 'doom');
      await merchant.page.keyboard.press('Enter');
      expect(await dialog.count()).toBe(1);
      await merchant.fill(words('privacy.type'), 'doomed');
      await merchant.page.keyboard.press('Enter');
      await merchant.heading(words('nav.segments'));
      expect(await merchant.view.getByRole('link', { name: 'Doomed' }).count()).toBe(0);
    });

    it('nothing of the session: no token in a storage, a cookie or the address', async () => {
      const readable = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])';
      expect(await merchant.view.evaluate(readable)).not.toMatch(/eyJ|code=|token/);
    });
  });

  it('lets a member look at a plan, and not send it', async () => {
    const words = wordsOf('en');
    const [segment] = await stage.rows(storeB, 'segments');
    const saved = await stage.app.admin('PUT', '/admin/sequences/prepared', {
      brandId: await stage.brandOf(storeB),
      name: 'Prepared',
      segment: (await stage.app.admin<{ name: string }>('GET', `/admin/segments/${segment?.id}`)).body.name,
      steps: [{ id: 'one', delay: 'PT0S', subject: 'Hello', body: '[Look]({{ shop.url }})' }],
    });
    expect(saved.status).toBe(201);
    const member = await stage.browser.person('en');
    await member.enter(stage.memberOpening('harbour'));
    await member.open('/sequences/prepared/send');
    await member.view.getByText(words('review.owner')).waitFor();
    expect(await member.view.getByRole('button', { name: words('review.send') }).count()).toBe(0);
    await member.expectAccessible();
    await member.open('/store');
    await member.expectAccessible();
    const team = member.view.locator('section', { has: member.view.locator('h2#team') });
    await team.getByText('mia@harbour.example').waitFor();
    expect(await team.getByRole('listitem').count()).toBe(2);
    expect(await member.view.getByRole('button', { name: words('tokens.mint') }).count()).toBe(0);
    expect(member.errors).toEqual([]);
    await member.leave();
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
        await operator.speak(language);
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
      await operator.view.locator('.nav-end select').selectOption('en');
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

    it("leaves the frame of platform A for the store's authorize page", async () => {
      const person = await stage.browser.person('en');
      const store = stage.storeA('framed');
      await person.frame(store.host, store.opening());
      const link = person.view.getByRole('link', { name: 'Continue to your store' });
      await link.waitFor();
      await person.expectAccessible();
      await link.click();
      // The page of the platform is gone, and the store asks for the merchant's consent in the whole window.
      await person.page.locator('nav').waitFor();
      expect(person.page.frames()).toHaveLength(1);
      expect(new URL(person.page.url()).origin).toBe(stage.app.url);
      expect(person.errors).toEqual([]);
      await person.leave();
    });

    it('says in the frame that the session has ended, and opens again from there', async () => {
      await framed.enterFramed(storeB.host, '/dashboard/segments');
      await framed.view.getByRole('rowheader').first().waitFor();
      await framed.context.clearCookies();
      await framed.click(arabic('nav.customers'));
      await framed.view.getByRole('dialog', { name: arabic('gate.ended') }).waitFor();
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
        await person.view.locator('.nav-end select').selectOption('en');
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
      await page.locator('.nav-end select').selectOption('en');
      await page.clock.install();
      await page.route('**/retailer/customers?*', () => undefined);
      await merchant.open('/customers');
      await merchant.view.getByText(english('state.loading')).waitFor();
      await page.clock.fastForward(30_000);
      await merchant.view.getByText(english('state.awayHint')).waitFor();
      await merchant.expectAccessible();
      await merchant.unroute();
      await merchant.click(english('state.retry'));
      await merchant.view.getByRole('link', { name: 'Person 2' }).waitFor();
      await page.route('**/dashboard/session', (route) => route.abort());
      await merchant.open('/customers');
      await merchant.heading(english('state.away'));
      await merchant.unroute();
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
      await merchant.unroute();
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
