import { durationText, list, t } from '../../i18n/index.js';
import type { Definition, Step } from './calls.js';
import { textOf } from './text-of.js';
import { plain } from './time-line.js';

/** The rules of a sequence that the studio shows and does not change, in words. */
export function rulesOf(definition: Definition): string[] {
  const { frequencyCap, reentry, exitOnLeave, linkHosts, trackOpens, offer } = definition;
  const zone = textOf(definition.timeZone);
  const wait = offer?.waitUpTo === undefined ? undefined : durationText(textOf(offer.waitUpTo));
  return [
    ...(frequencyCap ? [t('rules.cap', { n: frequencyCap.messages, time: days(frequencyCap.days) })] : []),
    reentry?.policy === 'after' && reentry.days !== undefined
      ? t('rules.again', { time: days(reentry.days) })
      : t('rules.once'),
    t(exitOnLeave === false ? 'rules.stay' : 'rules.leave'),
    ...(wait === undefined ? [] : [t('rules.wait', { time: wait })]),
    ...(zone === '' ? [] : [t('rules.zone', { zone })]),
    ...(linkHosts && linkHosts.length > 0 ? [t('rules.hosts', { hosts: list(linkHosts) })] : []),
    ...(trackOpens ? [t('rules.opens')] : []),
  ];
}

const days = (count: number): string => durationText(`P${count}D`) ?? '';

/** On what an email depends, and how many versions of it are compared, in words. */
export function rulesOfStep(
  { when, unless, variants }: Step,
  steps: readonly Step[],
  segmentName: (name: string) => string,
): string[] {
  const saidOf = (question: Question, about: string): string =>
    question === 'inSegment' ? segmentName(about) : subjectOf(about, steps);
  return [
    ...conditions('when', when, saidOf),
    ...conditions('unless', unless, saidOf),
    ...(variants ? [t('step.variants', { n: variants.length })] : []),
  ];
}

const QUESTIONS = ['clicked', 'ordered', 'redeemed', 'inSegment'] as const;
type Question = (typeof QUESTIONS)[number];

function conditions(
  kind: 'when' | 'unless',
  condition: Step['when'],
  saidOf: (question: Question, about: string) => string,
): string[] {
  return QUESTIONS.flatMap((question) => {
    const about = textOf(condition?.[question]);
    if (about === '') return [];
    return [t(`condition.${kind}.${question}`, { what: saidOf(question, about) })];
  });
}

/** The subject of an email by the id of its step; the id itself where no email has it now. */
export function subjectOf(id: string, steps: readonly Step[]): string {
  const step = steps.find((each) => each.id === id);
  return step ? plain(step.subject) : id;
}
