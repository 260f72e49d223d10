import type { InputError } from '#libs/kernel';
import type { SequenceDefinition } from './definition.dto.js';
import type { Schedule } from './schedule.dto.js';

export function checkSchedule({ schedule, trigger }: SequenceDefinition): InputError[] {
  if (!schedule) return [];
  const { at, localHour } = schedule;
  if ((at === undefined) === (localHour === undefined)) {
    return [{ pointer: '/schedule', detail: 'needs exactly one of at and localHour' }];
  }
  return at !== undefined && trigger === 'segment_entered'
    ? [{ pointer: '/schedule/at', detail: 'is for the trigger manual; customers enter a segment at any time' }]
    : [];
}

/** A run that is started after `at` begins at once. */
export function pastSchedule({ schedule }: SequenceDefinition, now: Date): InputError[] {
  return schedule?.at !== undefined && new Date(schedule.at) <= now
    ? [{ pointer: '/schedule/at', detail: 'is over: a live run begins at once' }]
    : [];
}

export const normaliseSchedule = (schedule: Schedule | undefined): Schedule | undefined =>
  schedule && { at: schedule.at, localHour: schedule.localHour };
