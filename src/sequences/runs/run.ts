import type { SendingRules, Tracking } from '../../email/ledger/dispatch.entity.js';
import type { SequenceVersion } from '../definitions/sequence-version.entity.js';
import { durationMs } from '../definitions/duration.js';
import type { EntryPolicy } from './entry.js';
import type { Execution } from './execution.entity.js';
import type { PlannedStep } from './planner.js';

/** An execution with its version of the sequence. */
export type Run = Execution & Pick<SequenceVersion, 'definition' | 'templateIds'>;

export interface RunStep extends PlannedStep {
  readonly templateId: string;
}

/** The chosen steps in their order. */
export function stepsOf({ definition, templateIds, stepIds }: Run): RunStep[] {
  return definition.steps.flatMap(({ id, delay }, index) => {
    const templateId = templateIds[index];
    const delayMs = durationMs(delay);
    if (!stepIds.includes(id) || templateId === undefined || delayMs === undefined) return [];
    return [{ id, delayMs, templateId }];
  });
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
    return { brandId, mode, segmentId: null, frequencyCap: null, quietHours: null, timeZone: null };
  }
  return {
    brandId,
    mode: 'live',
    segmentId: exitOnLeave ? segmentId : null,
    frequencyCap: frequencyCap ?? null,
    quietHours: quietHours ?? null,
    timeZone: timeZone ?? null,
  };
}
