import type { StudioPerson } from './studio-browser.js';
import { waitFor } from './wait-for.js';

/** The texts that lead somebody to emails for lost customers, the last step first. */
const WANTED: readonly RegExp[] = [
  /^Try again/,
  /^Approve and send/,
  /^Review and send/,
  /^Create/,
  /^Use .*without an offer/,
  /^Write to them/,
  /^Save/,
  /^Review/,
  /who they are/,
];
const DONE = 'A run';
const MOST_STEPS = 30;
/** The service itself waits up to 20 seconds for a plan. */
const PATIENCE_MS = 60_000;

/**
 * Somebody who knows only what the pages say: reads the fields that want something, then presses the most wanted button
 * or link. Resolves when the page shows a run.
 */
export async function findTheWay(person: StudioPerson): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) {
    let wanted: RegExp | undefined;
    await waitFor(async () => {
      await person.settled();
      await fillIn(person);
      wanted = await mostWanted(person);
      return wanted !== undefined || isDone(person);
    }, PATIENCE_MS);
    if (wanted === undefined) return;
    await press(person, wanted);
  }
  throw new Error('the stranger walks in circles');
}

const isDone = async ({ view }: StudioPerson): Promise<boolean> =>
  (await view.getByRole('heading', { level: 1, name: DONE }).count()) > 0;

const targetsOf = ({ view }: StudioPerson, name: RegExp) =>
  view.getByRole('button', { name, disabled: false }).or(view.getByRole('link', { name }));

async function mostWanted(person: StudioPerson): Promise<RegExp | undefined> {
  if (await isDone(person)) return undefined;
  for (const name of WANTED) if ((await targetsOf(person, name).count()) > 0) return name;
  return undefined;
}

/**
 * The page answers: with another heading, with a dialog, or with a reason why not. Nothing was under way before, so the
 * change comes from the press and not from a page that still loads.
 */
async function press(person: StudioPerson, name: RegExp): Promise<void> {
  const before = await lookOf(person);
  await person.click(name);
  await waitFor(async () => (await lookOf(person)) !== before, PATIENCE_MS).catch((error: unknown) => {
    throw new Error(`${name.source} changed nothing on: ${before}`, { cause: error });
  });
}

const lookOf = async ({ view }: StudioPerson): Promise<string> =>
  (await view.getByRole('heading').or(view.getByRole('alert')).allInnerTexts()).join(' | ');

/** A field may say what to type. An empty one that is required gets a name. */
async function fillIn(person: StudioPerson): Promise<void> {
  const fields = person.view.getByRole('textbox');
  for (const field of await fields.all()) {
    const label = await field.evaluate((element) => (element as unknown as Labelled).labels?.[0]?.innerText ?? '');
    const [, asked] = /^Type (\d+) /.exec(label) ?? [];
    const text = asked ?? (label === 'Name' ? 'Lost customers' : undefined);
    if (text !== undefined && (await field.inputValue()) === '') await person.fill(label, text);
  }
}

interface Labelled {
  readonly labels: readonly { readonly innerText: string }[] | null;
}
