import { type InputError, isTimeZone } from '#libs/kernel';
import { checkConditions, normaliseCondition } from './conditions.js';
import type { SequenceDefinition, SequenceStep } from './definition.dto.js';
import { durationMs } from './duration.js';
import { normaliseHoldout } from './holdout.js';
import { normaliseImages } from './images.js';
import { checkOfferTimes } from './offer-check.js';
import { normaliseOffer } from './offer-terms.js';
import { checkSchedule, normaliseSchedule } from './schedule.js';
import { checkVariants, normaliseVariants, sourcesOf } from './variants.js';

const SOURCES = ['body', 'mjml', 'html'] as const;

/** Every mistake that shows in the definition alone. The module `email` checks the sources of the emails. */
export function checkDefinition(definition: SequenceDefinition): InputError[] {
  return [
    ...checkRules(definition),
    ...checkSchedule(definition),
    ...checkOfferTimes(definition),
    ...definition.steps.flatMap((step, index) => checkDelay(step, `/steps/${index}`)),
    ...checkSources(definition.steps),
    ...repeatedIds(definition.steps),
    ...checkConditions(definition.steps),
    ...checkVariants(definition.steps),
  ];
}

function checkRules({ trigger, segment, language, timeZone, reentry, quietHours }: SequenceDefinition): InputError[] {
  const errors: InputError[] = [];
  if (language !== undefined && !isLanguage(language)) {
    errors.push({ pointer: '/language', detail: 'must be a BCP 47 tag, such as de or pt-BR' });
  }
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

export function isLanguage(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

function checkDelay({ delay }: SequenceStep, pointer: string): InputError[] {
  if (durationMs(delay) !== undefined) return [];
  const detail =
    'must be an ISO 8601 duration of weeks, days, hours, minutes and seconds, at most 366 days, such as P2D';
  return [{ pointer: `${pointer}/delay`, detail }];
}

function checkSources(steps: readonly SequenceStep[]): InputError[] {
  return sourcesOf(steps).flatMap(({ source, pointer }) =>
    SOURCES.filter((key) => source[key] !== undefined).length === 1
      ? []
      : [{ pointer, detail: `needs exactly one of ${SOURCES.join(', ')}` }],
  );
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
  const { brandId, name, segment, trigger, language, timeZone, steps, exitOnLeave, reentry, frequencyCap, quietHours } =
    definition;
  const { linkHosts, trackOpens } = definition;
  return {
    brandId,
    name,
    segment,
    trigger: trigger ?? 'manual',
    language,
    timeZone,
    schedule: normaliseSchedule(definition.schedule),
    steps: steps.map(
      ({ id, delay, subject, preheader, body, mjml, html, images, when, unless, variants, allocation }) => ({
        id,
        delay,
        subject,
        preheader,
        body,
        mjml,
        html,
        images: normaliseImages(images),
        when: normaliseCondition(when),
        unless: normaliseCondition(unless),
        variants: normaliseVariants(variants),
        allocation: allocation === 'bandit' ? allocation : undefined,
      }),
    ),
    offer: normaliseOffer(definition.offer),
    holdout: normaliseHoldout(definition.holdout),
    exitOnLeave: exitOnLeave ?? true,
    exitOnOrder: definition.exitOnOrder ?? true,
    reentry: { policy: reentry?.policy ?? 'once', days: reentry?.days },
    frequencyCap: frequencyCap && { messages: frequencyCap.messages, days: frequencyCap.days },
    quietHours: quietHours && { from: quietHours.from, to: quietHours.to },
    linkHosts: linkHosts && linkHosts.length > 0 ? [...new Set(linkHosts)].toSorted() : undefined,
    trackOpens: trackOpens ? true : undefined,
  };
}

/** The ids of the chosen steps in the order of the sequence. The caller has refused unknown ids. */
export function chosenSteps(
  steps: readonly SequenceStep[],
  choice: 'first' | 'all' | readonly string[],
): readonly string[] {
  if (choice === 'all') return steps.map(({ id }) => id);
  if (choice === 'first') return steps.slice(0, 1).map(({ id }) => id);
  return steps.map(({ id }) => id).filter((id) => choice.includes(id));
}
