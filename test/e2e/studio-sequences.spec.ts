import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, WITHOUT_CHROMIUM } from '../../bench/support/chromium.js';
import { EmptyDns } from '../setup/empty-dns.js';
import { partOf } from '../setup/email-parts.js';
import type { StudioPerson } from '../setup/studio-browser.js';
import { MARKUP, type PlayedStore, StudioStage } from '../setup/studio-stage.js';
import { wordsOf } from '../setup/studio-words.js';
import { waitFor } from '../setup/wait-for.js';

const words = wordsOf('en');
const NAME = 'Come back';
const NIGHT = 'Silent night';
const SENDER = { email: 'hello@notes.example', postalAddress: '1 Lane, Town' };

interface Step {
  readonly id: string;
  readonly images?: Readonly<Record<string, string | { readonly id: string; readonly href: string }>>;
}

interface Sequence {
  readonly trigger: string;
  readonly version: number;
  readonly pausedAt: string | null;
  readonly automatic: { readonly since: string | null } | null;
  readonly steps: readonly Step[];
  readonly offer?: object;
  readonly schedule?: { readonly at?: string };
}

describe.skipIf(!hasChromium)(`the sequences of the studio in Chromium (${WITHOUT_CHROMIUM})`, () => {
  let dns: EmptyDns;
  let stage: StudioStage;
  let store: PlayedStore;
  let owner: StudioPerson;
  let brandId: string;
  let id: string;

  const admin = <T>(method: string, path: string, body?: object) => stage.app.admin<T>(method, path, body);
  const stored = async () => (await admin<Sequence>('GET', `/admin/sequences/${id}`)).body;
  const step = (name: string, delay = 'PT0S') => ({
    id: name,
    delay,
    subject: `About ${name}`,
    body: `# Hello\n\nThis is ${name}. [Look]({{ shop.url }})`,
  });
  const put = (more: object = {}) =>
    admin('PUT', `/admin/sequences/${id}`, {
      brandId,
      name: NAME,
      segment: 'Buyers',
      steps: [step('first'), step('second', 'P2D')],
      ...more,
    });
  const button = (name: RegExp) => owner.view.getByRole('button', { name });
  const dialog = () => owner.view.getByRole('dialog');
  const saved = () => owner.view.getByText(words('editor.saved')).waitFor();
  const edit = async (): Promise<void> => {
    await owner.open(`/sequences/${id}/edit`);
    await owner.view.frameLocator('iframe').locator('h1').first().waitFor();
  };

  beforeAll(async () => {
    dns = await EmptyDns.start();
    stage = await StudioStage.start({ DNS_SERVERS: dns.address });
    store = stage.storeA('notes');
    owner = await stage.browser.person('en');
    await owner.enter(store.install());
    brandId = await stage.brandOf(store);
    id = 'notes-come-back';
    await admin('PATCH', `/admin/brands/${brandId}`, { sender: SENDER });
    await admin('POST', '/admin/segments/upsert', {
      brandId,
      segments: [{ name: 'Buyers', criteria: { minOrders: 1 } }],
    });
    await put();
  });
  afterEach(async () => {
    await owner.unroute();
    expect(owner.errors.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await stage?.stop();
    dns?.stop();
  });

  it('let nothing send by itself before its name is typed', async () => {
    await edit();
    await owner.choose(words('editor.trigger'), 'segment_entered');
    await owner.click(words('save'));
    await dialog()
      .getByText(/In the last 30 days 0 people/)
      .waitFor();
    await owner.expectAccessible();
    await owner.page.keyboard.press('Escape');
    await owner.view.getByText(words('editor.changed')).waitFor();
    expect(await stored()).toMatchObject({ trigger: 'manual', automatic: null });
    await owner.click(words('save'));
    await owner.fill(words('privacy.type'), NAME.toUpperCase());
    await dialog()
      .getByRole('button', { name: words('automatic.start') })
      .click();
    await saved();
    expect(await stored()).toMatchObject({ automatic: { since: expect.any(String) as string } });
    await owner.open(`/sequences/${id}`);
    await owner.view.getByText(words('automatic.since')).waitFor();
    await owner.expectAccessible();
  });

  it('ask before an automatic sequence goes on after a pause, and wait for a second owner', async () => {
    await owner.open(`/sequences/${id}`);
    await owner.click(words('sequences.pause'));
    await owner.view.getByText(words('automatic.paused')).waitFor();
    await owner.click(words('sequences.resume'));
    await dialog().getByText(words('automatic.ask')).waitFor();
    expect((await stored()).pausedAt).not.toBeNull();
    await owner.fill(words('privacy.type'), NAME);
    await dialog()
      .getByRole('button', { name: words('automatic.start') })
      .click();
    await owner.view.getByText(words('automatic.since')).waitFor();
    await admin('PATCH', `/admin/brands/${brandId}`, { settings: { approvalByTwo: true } });
    // An operator changes it, so that this owner is the second person.
    await put({ trigger: 'segment_entered', steps: [step('first'), step('second', 'P3D')] });
    await owner.open(`/sequences/${id}`);
    await owner.view.getByText(words('automatic.waits')).waitFor();
    await owner.expectAccessible();
    await owner.click(words('automatic.approve'));
    await owner.fill(words('privacy.type'), NAME);
    await dialog()
      .getByRole('button', { name: words('automatic.start') })
      .click();
    await owner.view.getByText(words('automatic.since')).waitFor();
    await admin('PATCH', `/admin/brands/${brandId}`, { settings: { approvalByTwo: false } });
    await put();
  });

  it('put an approved image into an email, from the page of the image', async () => {
    await owner.open('/images/new');
    await owner.click(words('images.ask'));
    await owner.view.getByRole('button', { name: words('images.approve') }).waitFor({ timeout: 60_000 });
    await owner.click(words('images.approve'));
    await owner.view.getByText(words('approval.approved')).first().waitFor();
    const image = owner.view.url().split('/').at(-1);
    await owner.click(words('images.use'));
    await owner.view.getByText(words('images.useWhere')).waitFor();
    await owner.click(NAME);
    await owner.view.getByText(words('stepImages.placed')).waitFor();
    await owner.view.frameLocator('iframe').locator('img[alt]').first().waitFor();
    await owner.fill(words('stepImages.href'), 'https://notes.myshopify.com/collections/all');
    await owner.expectAccessible();
    await owner.expectToFit();
    await owner.click(words('save'));
    await saved();
    expect((await stored()).steps[0]?.images).toMatchObject({
      banner: { id: image, href: 'https://notes.myshopify.com/collections/all' },
    });
    // The second email gets it from the list of images.
    await button(/About second/).click();
    await owner.click(words('stepImages.add'));
    await owner.expectAccessible();
    await dialog()
      .getByRole('button', { name: words('kind.banner') })
      .click();
    await owner.click(words('save'));
    await waitFor(async () => (await stored()).steps[1]?.images?.['banner'] === image);
    await owner.click(words('stepImages.remove'));
    await owner.click(words('save'));
    await waitFor(async () => (await stored()).steps[1]?.images === undefined);
  });

  it('change the order of emails, and give back what was removed or discarded', async () => {
    await edit();
    await owner.click(words('editor.later'));
    await owner.click(words('save'));
    await waitFor(async () => (await stored()).steps[0]?.id === 'second');
    await owner.click(words('editor.earlier'));
    await owner.click(words('editor.removeStep'));
    await owner.view.getByText(words('editor.removed')).waitFor();
    await owner.expectAccessible();
    await owner.click(words('undo'));
    await owner.click(words('editor.discard'));
    await owner.view.getByText(words('editor.discarded')).waitFor();
    await owner.click(words('undo'));
    await owner.click(words('save'));
    await saved();
    expect((await stored()).steps.map((each) => each.id)).toEqual(['first', 'second']);
  });

  it('have an offer with all its terms', async () => {
    await edit();
    await owner.choose(words('editor.offer'), 'amount');
    await owner.fill(words('offer.amountValue'), '5');
    await owner.fill(words('offer.minimum'), '50');
    await owner.fill(words('offer.endsIn'), '7');
    await owner.choose(words('offer.fallback'), 'skip');
    await owner.fill(words('offer.code'), 'FIVE');
    await owner.expectAccessible();
    await owner.click(words('save'));
    await waitFor(async () => (await stored()).offer !== undefined);
    expect((await stored()).offer).toEqual({
      kind: 'amount',
      value: '5',
      minimum: '50',
      endsIn: 'P7D',
      fallback: 'skip',
      code: 'FIVE',
    });
    // A mistake is named by its field, and leads to it.
    await owner.fill(words('offer.code'), 'not a code');
    await owner.click(words('save'));
    await owner.view.getByRole('alert').getByRole('button', { name: /Code/ }).click();
    await waitFor(async () => (await owner.view.locator('[name="/offer/code"]:focus').count()) === 1);
    await owner.choose(words('editor.offer'), '');
    await owner.click(words('save'));
    await waitFor(async () => (await stored()).offer === undefined);
    // The preview of the wrong code may be refused after the save.
    await owner.settled();
    expect(owner.errors.splice(0).every((error) => error.includes('422'))).toBe(true);
  });

  it("begin at an hour of the store's clock, and say so", async () => {
    await edit();
    await owner.choose(words('schedule.title'), 'at');
    await owner.view.getByText(words('schedule.zone')).waitFor();
    await owner.fill(words('schedule.when'), '2031-07-01T09:30');
    await owner.expectAccessible();
    await owner.click(words('save'));
    await saved();
    const [zone] = await stage.app.sql<{ time_zone: string }>('SELECT time_zone FROM retailers WHERE id = $1', [
      store.retailerId,
    ]);
    const at = new Date((await stored()).schedule?.at ?? '');
    const shown = at.toLocaleString('sv-SE', { timeZone: zone?.time_zone ?? 'UTC' });
    expect(shown).toBe('2031-07-01 09:30:00');
    await put();
  });

  it('name in the plan what keeps the emails from arriving, before the approval', async () => {
    await owner.open(`/sequences/${id}/send`);
    const lacks = owner.view.getByRole('region', { name: words('review.sender') });
    await lacks.getByText(words('review.senderRisk')).waitFor();
    await lacks.getByText('_dmarc.notes.example TXT v=DMARC1').waitFor();
    await owner.view.getByRole('heading', { name: words('review.approve') }).waitFor();
    await owner.expectAccessible();
    await admin('PATCH', `/admin/brands/${brandId}`, { sender: { ...SENDER, postalAddress: null } });
    await owner.click(words('review.senderAgain'));
    await lacks.getByText(words('review.senderRefused')).waitFor();
    await lacks.getByRole('link', { name: words('brand.title') }).waitFor();
    expect(await owner.view.getByRole('heading', { name: words('review.approve') }).count()).toBe(0);
    await owner.expectAccessible();
    await owner.look(375, 'dark');
    await owner.expectToFit();
    await owner.look(1280, 'light');
    await admin('PATCH', `/admin/brands/${brandId}`, { sender: SENDER });
  });

  it('keep the text where a save fails', async () => {
    await edit();
    await owner.page.route(`**/retailer/sequences/${id}`, (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await owner.fill(words('sequences.name'), NIGHT);
    await owner.click(words('save'));
    await owner.view.getByText(words('state.awayHint')).waitFor();
    expect(await owner.view.getByLabel(words('sequences.name')).first().inputValue()).toBe(NIGHT);
    expect(owner.errors.splice(0).every((error) => error.includes('ERR_FAILED'))).toBe(true);
    await owner.unroute();
    await owner.click(words('save'));
    await saved();
  });

  it('belong to the brand that the person chooses, which stands in the address', async () => {
    const choice = () => owner.view.locator('.nav').getByLabel(words('shell.brand'));
    const isAbout = (brand: string) =>
      waitFor(async () => owner.view.url().includes(`brand=${brand}`) && (await choice().inputValue()) === brand);
    await owner.open('/sequences');
    await owner.view.getByRole('rowheader').first().waitFor();
    expect(await choice().count()).toBe(0);
    const [other] = await stage.app.sql<{ id: string }>(
      'INSERT INTO brands (retailer_id, id, name) VALUES ($1, gen_random_uuid(), $2) RETURNING id',
      [store.retailerId, `Night ${MARKUP}`],
    );
    const second = other?.id ?? '';
    const { body } = await admin<{ segments: readonly { id: string }[] }>('POST', '/admin/segments/upsert', {
      brandId: second,
      segments: [{ name: 'Owls', criteria: { minOrders: 1 } }],
    });
    await owner.open('/sequences');
    await owner.choose(words('shell.brand'), second);
    await owner.view.getByText(words('sequences.none')).waitFor();
    await owner.click(words('nav.segments'));
    await owner.view.getByRole('link', { name: 'Owls' }).waitFor();
    await isAbout(second);
    await owner.expectAccessible();
    await owner.look(375, 'dark');
    await owner.expectToFit();
    await owner.look(1280, 'light');
    // A page of a thing is about its brand, whatever the address says.
    await owner.open(`/sequences/${id}/edit?brand=${second}`);
    await isAbout(brandId);
    await owner.fill(words('sequences.name'), 'Day shift');
    await owner.choose(words('shell.brand'), second);
    await dialog()
      .getByRole('button', { name: words('draft.stay') })
      .click();
    await isAbout(brandId);
    await owner.choose(words('shell.brand'), second);
    await dialog()
      .getByRole('button', { name: words('draft.discard') })
      .click();
    await owner.view.getByText(words('sequences.none')).waitFor();
    await owner.open(`/segments/${body.segments[0]?.id}`);
    await isAbout(second);
  });

  it('name the emails of a run and of a customer by their subjects', async () => {
    await put();
    const { body: plan } = await admin<{ planHash: string }>('POST', `/admin/sequences/${id}/plan`, {});
    const { body: run } = await admin<{ executionId: string }>('POST', `/admin/sequences/${id}/execute`, {
      planHash: plan.planHash,
    });
    await waitFor(() => stage.sentTo(store).length >= store.recipients.length);
    await owner.open(`/sequences/${id}/runs/${run.executionId}`);
    await owner.view.getByRole('cell', { name: 'About first' }).first().waitFor();
    await owner.open('/customers/2');
    await owner.view.getByRole('link', { name: 'About first' }).click();
    await owner.heading(words('runs.one'));
    expect(owner.view.url()).toContain(run.executionId);
    const email = stage.sink.emails.find(({ to }) => store.recipients.includes(to));
    expect(partOf(email?.source ?? '', 'html')).toContain('This is first');
  });
});
