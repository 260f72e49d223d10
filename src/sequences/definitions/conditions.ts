import type { InputError } from '#libs/kernel';
import type { SendCondition } from '../../email/ledger/send-condition.js';
import type { StepCondition } from './condition.dto.js';
import type { SequenceDefinition, SequenceStep } from './definition.dto.js';
import { offersIn } from './offer-places.js';

const ABOUT_STEPS = ['clicked', 'ordered', 'redeemed'] as const;

type Conditional = Pick<SequenceStep, 'when' | 'unless'>;

/** The condition of a step, as sending evaluates it; undefined for a step that has none. */
export function conditionOf({ when, unless }: Conditional): SendCondition | undefined {
  const condition = when ?? unless;
  const expected = when !== undefined;
  if (!condition) return undefined;
  if (condition.inSegment !== undefined) return { expected, fact: 'inSegment', segment: condition.inSegment };
  const fact = ABOUT_STEPS.find((key) => condition[key] !== undefined);
  const stepId = fact && condition[fact];
  return fact === undefined || stepId === undefined ? undefined : { expected, fact, stepId };
}

/** Mistakes that show in the definition alone. */
export function checkConditions(steps: readonly SequenceStep[]): InputError[] {
  return steps.flatMap((step, index) => {
    const pointer = `/steps/${index}`;
    if (step.when && step.unless) return [{ pointer: `${pointer}/unless`, detail: 'is not allowed beside when' }];
    const earlier = new Set(steps.slice(0, index).map(({ id }) => id));
    return [
      ...(step.when ? checkCondition(step.when, `${pointer}/when`, earlier) : []),
      ...(step.unless ? checkCondition(step.unless, `${pointer}/unless`, earlier) : []),
    ];
  });
}

function checkCondition(condition: StepCondition, pointer: string, earlier: ReadonlySet<string>): InputError[] {
  const given = [...ABOUT_STEPS, 'inSegment' as const].filter((key) => condition[key] !== undefined);
  const [key] = given;
  if (key === undefined || given.length > 1) {
    return [{ pointer, detail: 'needs exactly one of clicked, ordered, redeemed and inSegment' }];
  }
  const isKnown = key === 'inSegment' || earlier.has(condition[key] ?? '');
  return isKnown ? [] : [{ pointer: `${pointer}/${key}`, detail: 'must be the id of an earlier step' }];
}

/** The segments that conditions name, each with its pointer. */
export function segmentsInConditions(steps: readonly SequenceStep[]): { pointer: string; segment: string }[] {
  return steps.flatMap((step, index) =>
    (['when', 'unless'] as const).flatMap((side) => {
      const segment = step[side]?.inSegment;
      return segment === undefined ? [] : [{ pointer: `/steps/${index}/${side}/inSegment`, segment }];
    }),
  );
}

/** Conditions whose answer is always the same. */
export function idleConditions(definition: SequenceDefinition): InputError[] {
  const { steps, exitOnOrder = true } = definition;
  const asks = (key: 'ordered' | 'redeemed', detail: string): InputError[] =>
    steps.flatMap((step, index) =>
      (['when', 'unless'] as const).flatMap((side) =>
        step[side]?.[key] === undefined ? [] : [{ pointer: `/steps/${index}/${side}/${key}`, detail }],
      ),
    );
  return [
    ...(exitOnOrder ? asks('ordered', 'a customer who orders leaves the sequence, unless exitOnOrder is false') : []),
    ...(offersIn(definition).length > 0
      ? []
      : asks('redeemed', 'the sequence has no offer whose code could be redeemed')),
  ];
}

export const normaliseCondition = (condition: StepCondition | undefined): StepCondition | undefined =>
  condition && {
    clicked: condition.clicked,
    ordered: condition.ordered,
    redeemed: condition.redeemed,
    inSegment: condition.inSegment,
  };
