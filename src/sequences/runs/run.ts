import type { SendCondition, SendConditions } from '../../email/ledger/send-condition.js';
import type { SendingRules, Tracking } from '../../email/ledger/dispatch.entity.js';
import type { NewMessage } from '../../email/ledger/message.entity.js';
import { conditionOf } from '../definitions/conditions.js';
import type { SequenceStep } from '../definitions/definition.dto.js';
import type { StepVariant } from '../definitions/variant.dto.js';
import type { SequenceVersion } from '../definitions/sequence-version.entity.js';
import { durationMs } from '../definitions/duration.js';
import { percentile, sourcesOf, variantAt } from '../definitions/variants.js';
import type { EntryPolicy } from './entry.js';
import type { Execution } from './execution.entity.js';
import type { PlannedStep } from './planner.js';

/** An execution with its version of the sequence. */
export type Run = Execution &
  Pick<SequenceVersion, 'definition' | 'templateIds'> & {
    /** The present shares of the variants, by step. Without them the shares are those of the definition. */
    readonly epochs?: ReadonlyMap<string, Shares>;
  };

/** The shares of the variants of a step while an epoch lasts. */
interface Shares {
  readonly epoch: number;
  /** In percent, by the id of the variant. */
  readonly shares: Readonly<Record<string, number>>;
}

/** One of the emails of a step. A step without variants has one. */
export interface StepEmail {
  readonly variant: string | null;
  /** Percent of the recipients. */
  readonly share: number;
  readonly templateId: string;
}

export interface RunStep extends PlannedStep {
  readonly emails: readonly StepEmail[];
  /** What decides about the variant of a customer, beside their id. */
  readonly draw?: string;
  readonly condition: SendCondition | undefined;
}

/** The chosen steps in their order. */
export function stepsOf({ definition, templateIds, stepIds, epochs }: Run): RunStep[] {
  const sources = sourcesOf(definition.steps);
  return definition.steps.flatMap((step, index) => {
    const epoch = epochs?.get(step.id);
    const emails = sources.flatMap(({ step: owner, variant }, place): StepEmail[] => {
      const templateId = templateIds[place];
      if (owner !== index || templateId === undefined) return [];
      return [{ variant: variant?.id ?? null, share: shareOf(variant, epoch), templateId }];
    });
    const delayMs = durationMs(step.delay);
    if (!stepIds.includes(step.id) || emails.length === 0 || delayMs === undefined) return [];
    return [{ id: step.id, delayMs, emails, draw: drawOf(step, epoch), condition: conditionOf(step) }];
  });
}

const shareOf = (variant: StepVariant | null, epoch: Shares | undefined): number =>
  variant ? (epoch?.shares[variant.id] ?? variant.share) : 100;

/** The shares of a bandit follow from earlier customers, so each of its epochs divides the customers again. */
const drawOf = ({ id, allocation }: SequenceStep, epoch: Shares | undefined): string =>
  allocation === 'bandit' && epoch ? `${id}/${epoch.epoch}` : id;

/** The email of the step that the customer gets: always the same one of its variants, as long as the shares hold. */
export function emailFor(
  { retailerId, sequenceId }: Run,
  { id, emails, draw = id }: RunStep,
  customerId: string,
): StepEmail {
  const [first] = emails;
  if (!first) throw new Error(`step ${id} has no email`);
  if (emails.length === 1) return first;
  return variantAt(emails, percentile(retailerId, sequenceId, draw, customerId)) ?? first;
}

/** The message of a step for a customer who entered the execution at `enteredAt`. */
export function messageFor(
  run: Run,
  step: RunStep,
  { customerId, sendAt, enteredAt }: { readonly customerId: string; readonly sendAt: Date; readonly enteredAt: Date },
): NewMessage {
  const { variant, templateId } = emailFor(run, step, customerId);
  return { stepId: step.id, templateId, variant, customerId, sendAt, enteredAt: run.exitOnOrder ? enteredAt : null };
}

/** Which customers may enter this run. */
export const policyOf = ({ repeat, definition }: Pick<Run, 'repeat' | 'definition'>): EntryPolicy =>
  repeat ? { policy: 'repeat' } : (definition.reentry ?? { policy: 'once' });

/** What the links of the emails carry. */
export const trackingOf = ({ sequenceId, definition }: Run): Tracking => ({
  campaign: sequenceId,
  hosts: definition.linkHosts ?? [],
  opens: definition.trackOpens ?? false,
});

/** The rules at the moment of sending. A test has none of them, because its emails are wanted at once. */
export function rulesOf({ definition, mode, segmentId, exitOnLeave }: Run): SendingRules {
  const { brandId, frequencyCap, quietHours, timeZone } = definition;
  if (mode === 'test') {
    return {
      brandId,
      mode,
      segmentId: null,
      frequencyCap: null,
      quietHours: null,
      timeZone: null,
      conditions: null,
    };
  }
  return {
    brandId,
    mode: 'live',
    segmentId: exitOnLeave ? segmentId : null,
    frequencyCap: frequencyCap ?? null,
    quietHours: quietHours ?? null,
    timeZone: timeZone ?? null,
    conditions: conditionsOf(definition),
  };
}

function conditionsOf({ steps }: Run['definition']): SendConditions | null {
  const entries = steps.flatMap((step): [string, SendCondition][] => {
    const condition = conditionOf(step);
    return condition ? [[step.id, condition]] : [];
  });
  return entries.length > 0 ? Object.fromEntries(entries) : null;
}

/** The first of these times, for a run with a schedule. A run without one begins when it is started. */
export function firstDue({ definition }: Run, due: readonly Date[]): Date | undefined {
  if (!definition.schedule || due.length === 0) return undefined;
  return new Date(due.reduce((first, at) => Math.min(first, at.getTime()), Infinity));
}
