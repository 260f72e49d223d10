import type { Parts } from '../../ui/merge.js';
import type { Definition, Step } from './calls.js';

const ORDER = 'steps';
const STEP = 'step ';

/** The name of a step's part: `step ID` for the whole email, `step ID FIELD` for one field. */
export function stepPart(part: string): { readonly id: string; readonly field: string | undefined } | undefined {
  if (!part.startsWith(STEP)) return undefined;
  const [id = '', field] = part.slice(STEP.length).split(' ');
  return { id, field };
}

const idsOf = ({ steps }: Definition): readonly string[] => steps.map(({ id }) => id);

/** The emails that both versions have. Only these are compared field by field. */
export const sharedSteps = (mine: Definition, theirs: Definition): ReadonlySet<string> => {
  const others = new Set(idsOf(theirs));
  return new Set(idsOf(mine).filter((id) => others.has(id)));
};

/** The definition as its parts: each field, the order of the emails, and the emails. */
export function toParts({ brandId: _brand, steps, ...fields }: Definition, shared: ReadonlySet<string>): Parts {
  const parts = new Map<string, unknown>(Object.entries(fields).filter(([, value]) => value !== undefined));
  parts.set(
    ORDER,
    steps.map(({ id }) => id).filter((id) => shared.has(id)),
  );
  for (const step of steps) {
    if (!shared.has(step.id)) parts.set(`${STEP}${step.id}`, step);
    else {
      for (const [field, value] of Object.entries(step)) {
        if (field !== 'id' && value !== undefined) parts.set(`${STEP}${step.id} ${field}`, value);
      }
    }
  }
  return parts;
}

/** The definition of merged parts. An email that only one of the two has keeps its place after its neighbour. */
export function fromParts(parts: Parts, mine: Definition, theirs: Definition): Definition {
  const fields = new Map<string, unknown>();
  const steps = new Map<string, Map<string, unknown>>();
  for (const [part, value] of parts) {
    const step = stepPart(part);
    if (step?.field !== undefined) {
      steps.set(step.id, (steps.get(step.id) ?? new Map<string, unknown>([['id', step.id]])).set(step.field, value));
    } else if (step) steps.set(step.id, new Map(Object.entries(value as Step)));
    else if (part !== ORDER) fields.set(part, value);
  }
  const order = [...(parts.get(ORDER) as readonly string[])];
  for (const body of [mine, theirs]) {
    const ids = idsOf(body);
    for (const [index, id] of ids.entries()) {
      if (steps.has(id) && !order.includes(id)) order.splice(order.indexOf(ids[index - 1] ?? '') + 1, 0, id);
    }
  }
  const list = order.flatMap((id) => {
    const step = steps.get(id);
    return step ? [Object.fromEntries(step) as unknown as Step] : [];
  });
  return { ...(Object.fromEntries(fields) as unknown as Definition), brandId: mine.brandId, steps: list };
}
