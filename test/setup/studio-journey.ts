import { expect } from 'vitest';
import { partOf } from './email-parts.js';
import type { StudioPerson } from './studio-browser.js';
import type { PlayedStore, StudioStage } from './studio-stage.js';
import { waitFor } from './wait-for.js';
import type { Words } from './studio-words.js';

const SEGMENT = 'Away <b>long</b> & "lost"';

export interface Journey {
  readonly stage: StudioStage;
  readonly store: PlayedStore;
  readonly person: StudioPerson;
  readonly words: Words;
  /** The template as the page names it. */
  readonly template: string | RegExp;
}

/** From the home page to an order of somebody who got an email. Each page on the way is checked for accessibility. */
export async function winBack(journey: Journey): Promise<void> {
  const { person, words } = journey;
  await person.heading(words('home.title'));
  await person.view.getByText(words('home.lapsed')).filter({ hasText: '4' }).waitFor();
  await person.expectAccessible();
  await makeSegment(journey);
  const image = await makeImage(journey);
  await makeSequence(journey);
  await placeImage(journey);
  await approve(journey);
  expectInEmail(journey, image);
  await seeTheResult(journey);
}

async function makeSegment({ person, words }: Journey): Promise<void> {
  await person.click(words('home.seeThem'));
  await person.fill(words('segments.name'), SEGMENT);
  await person.view
    .locator('.figure', { hasText: words('segments.people') })
    .getByText('4', { exact: true })
    .waitFor();
  await person.expectAccessible();
  await person.click(words('segments.review'));
  await person.view.getByText(words('segments.entering')).waitFor();
  await person.expectAccessible();
  await person.click(words('save'));
  await person.heading(SEGMENT);
  await person.view.getByText('person1@', { exact: false }).waitFor();
  await person.expectAccessible();
}

async function makeSequence({ person, words, template }: Journey): Promise<void> {
  await person.click(words('nav.sequences'));
  await person.heading(words('nav.sequences'));
  await person.click(words('sequences.new'));
  await person.heading(words('sequences.new'));
  await person.click(template);
  await person.expectAccessible();
  await person.click(words('templates.create'));
  await person.heading(words('editor.title'));
  await person.view.frameLocator('iframe').locator('h1').first().waitFor();
  await person.expectAccessible();
}

/** The person puts the approved banner into the first email and sees it there. */
async function placeImage({ person, words }: Journey): Promise<void> {
  await person.click(words('stepImages.add'));
  await person.expectAccessible();
  await person.click(words('kind.banner'));
  await person.view.frameLocator('iframe').locator('img[alt]').first().waitFor();
  await person.expectAccessible();
  await person.click(words('save'));
  await person.view.getByText(words('editor.saved')).waitFor();
}

/** The email that arrived shows the image. */
function expectInEmail({ stage, store }: Journey, image: string): void {
  const email = stage.sink.emails.find(({ to }) => to === store.recipients[0]);
  expect(partOf(email?.source ?? '', 'html')).toContain(image);
}

/** The person looks at the plan and the emails, and types how many emails there are. */
async function approve({ stage, store, person, words }: Journey): Promise<void> {
  await person.click(words('sequences.review'));
  await person.heading(words('review.title'));
  await person.view.getByText(words('reason.no_consent')).first().waitFor();
  await person.view.frameLocator('iframe').locator('h1').first().waitFor();
  await compareHeights(person, words);
  await person.expectToFitPhone('.frame-stage');
  await person.expectAccessible();
  const emails = /\d+/.exec(await person.view.getByText(words('review.type')).innerText())?.[0] ?? '';
  await person.fill(words('review.type'), emails);
  await person.click(words('review.send'));
  await person.heading(words('runs.one'));
  await waitFor(() => stage.sentTo(store).length >= store.recipients.length);
  expect(stage.sentTo(store).toSorted()).toEqual(store.recipients);
  await person.view.getByText(words('message.sent')).first().waitFor();
  await person.expectAccessible();
}

/** The preview is as high as the email that it shows, also for a short email after a long one. */
async function compareHeights(person: StudioPerson, words: Words): Promise<void> {
  const { view } = person;
  const frame = view.locator('iframe');
  const email = view.frameLocator('iframe').locator('html');
  const excess = async () =>
    (await frame.evaluate(({ clientHeight }) => clientHeight)) -
    (await email.evaluate((html) => html.getBoundingClientRect().height));
  const reader = view.getByLabel(words('preview.as')).first();
  const member = await reader.inputValue();
  for (const [value, isLong] of [
    ['longest_name', true],
    [member, false],
  ] as const) {
    await person.choose(words('preview.as'), value);
    await waitFor(async () => (await email.innerText()).includes('Maximiliana') === isLong);
    await waitFor(async () => Math.abs(await excess()) <= 1);
  }
}

async function seeTheResult({ stage, store, person, words }: Journey): Promise<void> {
  await stage.clickAndOrder(store, store.recipients[0] ?? '');
  const { id, name } = await stage.sequenceOf(store);
  await waitFor(async () => (await stage.ordersAfterClicks(id)) === 1);
  await person.click(words('nav.sequences'));
  await person.heading(words('nav.sequences'));
  await person.expectAccessible();
  await person.click(name);
  await person.heading(name);
  // The number of a run's emails leads to the people who got them.
  await person.click(new RegExp(`^${store.recipients.length}$`));
  await person.heading(words('runs.one'));
  await person.view.getByRole('rowheader', { name: store.recipients[0] ?? '' }).waitFor();
  await person.click(words('nav.sequences'));
  await person.click(name);
  await person.heading(name);
  await person.view
    .locator('.figure', { hasText: words('results.byClick') })
    .getByText('1', { exact: true })
    .waitFor();
  await person.expectAccessible();
  // Each number leads to the people behind it.
  for (const number of ['results.byClick', 'results.clicks'] as const) {
    await person.press(person.view.locator('.figure', { hasText: words(number) }).getByRole('link'));
    await person.heading(words(number));
    await person.view.getByRole('rowheader', { name: store.recipients[0] ?? '' }).waitFor();
    await person.expectAccessible();
    await person.click(words('nav.sequences'));
    await person.click(name);
    await person.heading(name);
  }
}

/** The person asks for a banner and approves it. Returns the name of its first file. */
async function makeImage({ person, words }: Journey): Promise<string> {
  await person.click(words('nav.images'));
  await person.click(words('images.new'));
  // The store has no products, so a grid is out of reach, and a banner has words alone.
  await person.view.getByText(words('images.noProducts')).waitFor();
  await person.expectAccessible();
  await person.click(words('images.ask'));
  await person.view.getByRole('button', { name: words('images.approve') }).waitFor({ timeout: 60_000 });
  await person.expectAccessible();
  await person.click(words('images.approve'));
  await person.view.getByText(words('approval.approved')).first().waitFor();
  // The button has vanished.
  await person.keepsFocus();
  const source = await person.view.frameLocator('iframe').first().locator('img').getAttribute('src');
  return source?.split('/').at(-1) ?? 'no image';
}
