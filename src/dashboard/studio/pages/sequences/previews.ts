import type { Schema } from '../../api.js';
import { type Loaded, useLoad, useSettled } from '../../ui/load.js';
import { type Definition, previewDraft, previewStep, type Recipient, type Sequence, type Step } from './calls.js';

/** The saved emails as one recipient gets them, by the id of the step. */
export type Previews = ReadonlyMap<string, Schema<'StepPreviewAnswer'>>;

const CASES = ['longest_name', 'no_name', 'right_to_left'] as const;
export type Case = (typeof CASES)[number];
export { CASES };

/** `value` is one of the worst cases, or the id of a customer. */
const recipientOf = (value: string): Recipient => {
  const known = CASES.find((each) => each === value);
  return known ? { as: known } : { customerId: value };
};

/** Loading as long as the recipient is not known. */
export function usePreviews({ id, version, steps }: Sequence, recipient: string | undefined): Loaded<Previews> {
  return useLoad(async () => {
    if (recipient === undefined) return new Promise<never>(() => undefined);
    const load = async (step: string) => [step, await previewStep(id, step, recipientOf(recipient))] as const;
    return new Map(await Promise.all(steps.map((step) => load(step.id))));
  }, [id, version, recipient]);
}

const TYPING_MS = 400;

export type Draft = Loaded<Schema<'DraftPreviewAnswer'>>;

/** An email as somebody writes it. While it has a mistake, the last email without a mistake is shown. */
export function useDraft(draft: Definition, step: string, recipient: string | undefined): Draft {
  const settled = useSettled({ draft, step }, TYPING_MS);
  return useLoad(
    () =>
      recipient === undefined
        ? new Promise<never>(() => undefined)
        : previewDraft(settled.draft, settled.step, recipientOf(recipient)),
    [JSON.stringify(settled), recipient],
  );
}

/** The subjects of the emails whose text is still as it was when they were shown. */
export const subjectsOf = (
  previews: Previews | undefined,
  shown: readonly Step[],
  steps: readonly Step[],
): ReadonlyMap<string, string> => {
  const saved = new Map(shown.map(({ id, subject }) => [id, subject]));
  const same = steps.filter(({ id, subject }) => saved.get(id) === subject);
  return new Map(
    same.flatMap(({ id }) => [previews?.get(id)].flatMap((found) => (found ? [[id, found.subject]] : []))),
  );
};
