import { type InputError, isTimeZone } from '#libs/kernel';
import type { ImageRef, MailSource } from '../../email/templates/mail-source.js';
import type { FrequencyCap, QuietHours } from '../../email/ledger/mailing.js';
import { durationMs } from './duration.js';

export const TRIGGERS = ['manual', 'segment_entered'] as const;
export type Trigger = (typeof TRIGGERS)[number];

export const REENTRY_POLICIES = ['once', 'after'] as const;

/** Whether a customer who enters the segment again gets the sequence again: never, or so many days after the last time. */
export interface Reentry {
  readonly policy: (typeof REENTRY_POLICIES)[number];
  /** Times 24 hours since the last time began; only with `after`. */
  readonly days?: number | undefined;
}

export interface SequenceStep extends MailSource {
  /** Unique in the sequence. */
  readonly id: string;
  /** ISO 8601 duration after the step before; of the first one after the start. */
  readonly delay: string;
}

/** What a sequence is, as the admin writes it. */
export interface SequenceDefinition {
  readonly brandId: string;
  readonly name: string;
  /** A segment's name. */
  readonly segment?: string | undefined;
  readonly trigger?: Trigger | undefined;
  /** IANA; of quiet hours. The store's where it is missing. */
  readonly timeZone?: string | undefined;
  readonly steps: readonly SequenceStep[];
  readonly exitOnLeave?: boolean | undefined;
  readonly reentry?: Reentry | undefined;
  readonly frequencyCap?: FrequencyCap | undefined;
  readonly quietHours?: QuietHours | undefined;
}

const SOURCES = ['body', 'mjml', 'html'] as const;

/** Every mistake that can be seen in the definition alone; the sources of the mails are judged by those who send them. */
export function checkDefinition(definition: SequenceDefinition): InputError[] {
  return [
    ...checkRules(definition),
    ...definition.steps.flatMap((step, index) => checkStep(step, `/steps/${index}`)),
    ...repeatedIds(definition.steps),
  ];
}

function checkRules({ trigger, segment, timeZone, reentry, quietHours }: SequenceDefinition): InputError[] {
  const errors: InputError[] = [];
  if (trigger === 'segment_entered' && segment === undefined) {
    errors.push({ pointer: '/segment', detail: 'is required where the trigger is segment_entered' });
  }
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    errors.push({ pointer: '/timeZone', detail: 'must be an IANA time zone, such as Europe/Berlin' });
  }
  if (reentry?.policy === 'after' && reentry.days === undefined) {
    errors.push({ pointer: '/reentry/days', detail: 'is required with the policy after' });
  }
  if (reentry?.policy === 'once' && reentry.days !== undefined) {
    errors.push({ pointer: '/reentry/days', detail: 'has no meaning with the policy once' });
  }
  if (quietHours && quietHours.from === quietHours.to) {
    errors.push({ pointer: '/quietHours/to', detail: 'must differ from the beginning of the quiet hours' });
  }
  return errors;
}

function checkStep(step: SequenceStep, pointer: string): InputError[] {
  const errors: InputError[] = [];
  if (durationMs(step.delay) === undefined) {
    errors.push({
      pointer: `${pointer}/delay`,
      detail: 'must be an ISO 8601 duration of weeks, days, hours, minutes and seconds, at most 366 days, such as P2D',
    });
  }
  if (SOURCES.filter((key) => step[key] !== undefined).length !== 1) {
    errors.push({ pointer, detail: `needs exactly one of ${SOURCES.join(', ')}` });
  }
  return errors;
}

function repeatedIds(steps: readonly SequenceStep[]): InputError[] {
  const seen = new Set<string>();
  return steps.flatMap(({ id }, index) => {
    if (seen.has(id)) return [{ pointer: `/steps/${index}/id`, detail: 'is in the sequence twice' }];
    seen.add(id);
    return [];
  });
}

/** The definition with its defaults and its keys in one order: equal texts mean equal sequences. */
export function normalise(definition: SequenceDefinition): SequenceDefinition {
  const { brandId, name, segment, trigger, timeZone, steps, exitOnLeave, reentry, frequencyCap, quietHours } =
    definition;
  return {
    brandId,
    name,
    segment,
    trigger: trigger ?? 'manual',
    timeZone,
    steps: steps.map(({ id, delay, subject, preheader, body, mjml, html, images }) => ({
      id,
      delay,
      subject,
      preheader,
      body,
      mjml,
      html,
      images: images && { hero: asRef(images.hero), banner: asRef(images.banner), grid: asRef(images.grid) },
    })),
    exitOnLeave: exitOnLeave ?? true,
    reentry: { policy: reentry?.policy ?? 'once', days: reentry?.days },
    frequencyCap: frequencyCap && { messages: frequencyCap.messages, days: frequencyCap.days },
    quietHours: quietHours && { from: quietHours.from, to: quietHours.to },
  };
}

/** Without a link of its own an image is just its id. */
const asRef = (ref: ImageRef | undefined): ImageRef | undefined =>
  typeof ref === 'object' ? (ref.href === undefined ? ref.id : { id: ref.id, href: ref.href }) : ref;

/** The chosen steps in the order of the sequence; undefined steps are the caller's to refuse. */
export function chosenSteps(
  steps: readonly SequenceStep[],
  choice: 'first' | 'all' | readonly string[],
): readonly string[] {
  if (choice === 'all') return steps.map(({ id }) => id);
  if (choice === 'first') return steps.slice(0, 1).map(({ id }) => id);
  return steps.map(({ id }) => id).filter((id) => choice.includes(id));
}
