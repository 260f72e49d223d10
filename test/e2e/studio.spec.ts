import {
  customerRecord,
  lineItemRecord,
  orderRecord,
  PlatformASimulator,
  type SimulatedShop,
  SmtpSink,
} from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstalledStore } from '../setup/installed-store.js';
import { hasChromium, StudioBrowser } from '../setup/studio-browser.js';
import { CLIENT_ID, CLIENT_SECRET, TestApp, waitFor } from '../setup/test-app.js';

const SHOP = 'studio.myshopify.com';
const DAY = 86_400_000;
const PEOPLE = 4;

/** A store whose customers ordered 120 days ago. One has not agreed to emails, and one has a name with markup. */
function fill(shop: SimulatedShop): void {
  const at = Date.now() - 120 * DAY;
  for (let number = 1; number <= PEOPLE; number += 1) {
    const isSubscribed = number < PEOPLE;
    const customer = customerRecord({
      id: String(number),
      createdAt: at,
      email: `person${number}@example.com`,
      firstName: number === 1 ? '<img src=x onerror=alert(1)>' : `Person ${number}`,
      consent: {
        state: isSubscribed ? 'subscribed' : 'not_subscribed',
        optInLevel: isSubscribed ? 'single_opt_in' : null,
        updatedAt: isSubscribed ? at : null,
      },
    });
    shop.upsertCustomer(customer);
    const lineItems = [lineItemRecord({ id: String(number), title: 'Mug', priceCents: 4_000 })];
    shop.upsertOrder(orderRecord({ id: String(100 + number), number, createdAt: at, customer, lineItems }));
  }
}

describe.skipIf(!hasChromium)('the studio in Chromium (skipped without /usr/bin/chromium)', () => {
  let platform: PlatformASimulator;
  let sink: SmtpSink;
  let app: TestApp;
  let studio: StudioBrowser;

  beforeAll(async () => {
    [platform, sink] = await Promise.all([
      PlatformASimulator.start({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }),
      SmtpSink.start(),
    ]);
    app = await TestApp.start({ SMTP_URL: sink.url, PLATFORM_A_SHOP_BASE_URL: platform.baseUrlTemplate });
    await InstalledStore.install(app, platform, SHOP, fill);
    await app.settled();
    studio = await StudioBrowser.start(app.url, 'en');
  });
  afterAll(async () => {
    await studio?.stop();
    await app?.stop();
    await Promise.all([platform?.stop(), sink?.stop()]);
  });

  it('leads from the install to emails that a person has seen and approved', async () => {
    const { page } = studio;
    await studio.install(SHOP);
    expect(page.url(), 'the code leaves the address').not.toContain('code=');
    await page.getByText('4 customers have not ordered for 90 days').waitFor();

    await studio.click('Segments');
    await studio.click('New segment');
    await page.getByLabel('Name', { exact: true }).fill('Away');
    await page.getByRole('region', { name: 'Right now' }).getByText('4', { exact: true }).waitFor();
    await studio.click('Review');
    await page.getByText('4 people enter').waitFor();
    await studio.click('Save');
    await studio.heading('Away');

    await studio.click('Write to them');
    await studio.click('Use Win-back without an offer');
    await studio.click('Create the sequence');
    await studio.heading('Edit the sequence');
    await studio.click('Review and send');
    await studio.heading('Review and send');
    await page.getByText('has not agreed to emails').first().waitFor();
    const approve = page.getByLabel(/^Type \d+ to approve/);
    const emails = /\d+/.exec(await page.getByText(/^Type \d+ to approve/).innerText())?.[0] ?? '';
    await approve.fill(emails);
    await studio.click(/^Approve and send/);
    await studio.heading('A run');
    await waitFor(() => sink.emails.length >= PEOPLE - 1);
    expect(sink.emails.map(({ to }) => to).sort()).toEqual([
      'person1@example.com',
      'person2@example.com',
      'person3@example.com',
    ]);
  });

  it.each(['en', 'ar'])('keeps nobody out (%s)', async (language) => {
    const { page } = studio;
    await studio.open('');
    await page.locator('.nav select').selectOption(language);
    await page.locator(`html[lang=${language}]`).waitFor();
    expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
    const [segment] = await app.sql<{ id: string }>('SELECT id FROM segments');
    const [sequence] = await app.sql<{ id: string }>('SELECT id FROM sequences');
    const [run] = await app.sql<{ id: string }>(`SELECT id FROM executions WHERE mode = 'live'`);
    const paths = [
      '',
      '/segments',
      '/segments/new',
      `/segments/${segment?.id}`,
      '/sequences',
      '/sequences/new',
      `/sequences/${sequence?.id}`,
      `/sequences/${sequence?.id}/edit`,
      `/sequences/${sequence?.id}/send`,
      `/sequences/${sequence?.id}/runs/${run?.id}`,
      '/images',
      '/images/new',
      '/images/brand',
      '/customers',
      '/customers/1',
      '/store',
      '/nowhere',
    ];
    for (const path of paths) {
      await studio.open(path);
      await studio.expectAccessible();
    }
  });

  it('shows the end of a session, and how to begin another', async () => {
    const { page } = studio;
    await studio.open('');
    await page.locator('.nav select').selectOption('en');
    await studio.click('Sign out');
    await studio.heading('Your session has ended');
    await page.getByText("Open the app again from your store's admin.").waitFor();
    await studio.expectAccessible();
    // The session's end answers 401, and the host of the made-up store's logo does not exist.
    expect(studio.errors.filter((error) => !/401|ERR_NAME_NOT_RESOLVED/.test(error))).toEqual([]);
  });
});
