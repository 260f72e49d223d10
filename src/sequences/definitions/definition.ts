import { type InputError, isTimeZone } from '#libs/kernel';
import type { ImageRef } from '../../email/templates/image-ref.js';
import type { SequenceDefinition, SequenceStep } from './definition.dto.js';
import { durationMs } from './duration.js';

const SOURCES = ['body', 'mjml', 'html'] as const;

/** Every mistake that shows in the definition alone. The module `email` checks the sources of the emails. */
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
    errors.push({ pointer: '/quietHours/to', detail: 'must differ from `from`' });
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

/** The definition with its defaults and with its keys in a fixed order: two sequences are equal if their JSON is. */
export function normalise(definition: SequenceDefinition): SequenceDefinition {
  const { brandId, name, segment, trigger, timeZone, steps, exitOnLeave, reentry, frequencyCap, quietHours } =
    definition;
  const { linkHosts, trackOpens } = definition;
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
    linkHosts: linkHosts && linkHosts.length > 0 ? [...new Set(linkHosts)].toSorted() : undefined,
    trackOpens: trackOpens ? true : undefined,
  };
}

/** An image without a link of its own is stored as its id. */
const asRef = (ref: ImageRef | undefined): ImageRef | undefined =>
  typeof ref === 'object' ? (ref.href === undefined ? ref.id : { id: ref.id, href: ref.href }) : ref;

/** The ids of the chosen steps in the order of the sequence. The caller has refused unknown ids. */
export function chosenSteps(
  steps: readonly SequenceStep[],
  choice: 'first' | 'all' | readonly string[],
): readonly string[] {
  if (choice === 'all') return steps.map(({ id }) => id);
  if (choice === 'first') return steps.slice(0, 1).map(({ id }) => id);
  return steps.map(({ id }) => id).filter((id) => choice.includes(id));
}
