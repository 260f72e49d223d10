import type { SendCondition, SendConditions } from '../../email/ledger/send-condition.js';
import type { SendingRules, Tracking } from '../../email/ledger/dispatch.entity.js';
import type { NewMessage } from '../../email/ledger/message.entity.js';
import { conditionOf } from '../definitions/conditions.js';
import type { SequenceVersion } from '../definitions/sequence-version.entity.js';
import { durationMs } from '../definitions/duration.js';
import { percentile, sourcesOf, variantAt } from '../definitions/variants.js';
import type { EntryPolicy } from './entry.js';
import type { Execution } from './execution.entity.js';
import type { PlannedStep } from './planner.js';

/** An execution with its version of the sequence. */
export type Run = Execution & Pick<SequenceVersion, 'definition' | 'templateIds'>;

/** One of the emails of a step. A step without variants has one. */
export interface StepEmail {
  readonly variant: string | null;
  /** Percent of the recipients. */
  readonly share: number;
  readonly templateId: string;
}

export interface RunStep extends PlannedStep {
  readonly emails: readonly StepEmail[];
  readonly condition: SendCondition | undefined;
}

/** The chosen steps in their order. */
export function stepsOf({ definition, templateIds, stepIds }: Run): RunStep[] {
  const sources = sourcesOf(definition.steps);
  return definition.steps.flatMap((step, index) => {
    const emails = sources.flatMap(({ step: owner, variant }, place): StepEmail[] => {
      const templateId = templateIds[place];
      if (owner !== index || templateId === undefined) return [];
      return [{ variant: variant?.id ?? null, share: variant?.share ?? 100, templateId }];
    });
    const delayMs = durationMs(step.delay);
    if (!stepIds.includes(step.id) || emails.length === 0 || delayMs === undefined) return [];
    return [{ id: step.id, delayMs, emails, condition: conditionOf(step) }];
  });
}

/** The email of the step that the customer gets: always the same one of its variants. */
export function emailFor({ retailerId, sequenceId }: Run, { id, emails }: RunStep, customerId: string): StepEmail {
  const [first] = emails;
  if (!first) throw new Error(`step ${id} has no email`);
  if (emails.length === 1) return first;
  return variantAt(emails, percentile(retailerId, sequenceId, id, customerId)) ?? first;
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
