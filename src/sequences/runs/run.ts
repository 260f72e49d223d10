import type { SendCondition, SendConditions } from '../../email/ledger/send-condition.js';
import type { SendingRules, Tracking } from '../../email/ledger/dispatch.entity.js';
import type { NewMessage } from '../../email/ledger/message.entity.js';
import { conditionOf } from '../definitions/conditions.js';
import type { SequenceStep } from '../definitions/definition.dto.js';
import { mayShowOffer, offersIn, placeOf, placesShown, WHOLE_SEQUENCE } from '../definitions/offer-places.js';
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
  readonly offers: EmailOffers;
}

/** What an email has to do with the offers of its sequence. */
interface EmailOffers {
  /** The place of its variant's offer; null where the variant has none. */
  readonly own: string | null;
  /** The places of all offers that its recipients may have. */
  readonly possible: readonly string[];
  /** Whether the email may show an offer. */
  readonly shown: boolean;
}

export interface RunStep extends PlannedStep {
  readonly emails: readonly StepEmail[];
  /** Whether later shares decide about the variant of a customer, and so about an offer. */
  readonly drawsOffers: boolean;
  /** What decides about the variant of a customer, beside their id. */
  readonly draw?: string;
  readonly condition: SendCondition | undefined;
}

type Stepped = Pick<Run, 'definition' | 'templateIds' | 'stepIds' | 'epochs'>;

/** The chosen steps in their order. */
export function stepsOf({ definition, templateIds, stepIds, epochs }: Stepped): RunStep[] {
  const sources = sourcesOf(definition.steps);
  const places = placesShown(definition.steps, stepIds);
  const hasOffers = offersIn(definition).length > 0;
  return definition.steps.flatMap((step, index) => {
    const epoch = epochs?.get(step.id);
    const emails = sources.flatMap(({ step: owner, variant, source }, place): StepEmail[] => {
      const templateId = templateIds[place];
      if (owner !== index || templateId === undefined) return [];
      const own = variant?.offer ? placeOf(step.id, variant.id) : null;
      const offers = { own, possible: places[place] ?? [], shown: hasOffers && mayShowOffer(source) };
      return [{ variant: variant?.id ?? null, share: shareOf(variant, epoch), templateId, offers }];
    });
    const delayMs = durationMs(step.delay);
    if (!stepIds.includes(step.id) || emails.length === 0 || delayMs === undefined) return [];
    const drawsOffers = step.allocation === 'bandit' && emails.some(({ offers }) => offers.own !== null);
    return [{ id: step.id, delayMs, emails, drawsOffers, draw: drawOf(step, epoch), condition: conditionOf(step) }];
  });
}

const shareOf = (variant: StepVariant | null, epoch: Shares | undefined): number =>
  variant ? (epoch?.shares[variant.id] ?? variant.share) : 100;

/** The shares of a bandit follow from earlier customers, so each of its epochs divides the customers again. */
const drawOf = ({ id, allocation }: SequenceStep, epoch: Shares | undefined): string =>
  allocation === 'bandit' && epoch ? `${id}/${epoch.epoch}` : id;

/** The email of the step that the customer gets: always the same one of its variants, as long as the shares hold. */
export function emailFor(
  { retailerId, sequenceId }: Pick<Run, 'retailerId' | 'sequenceId'>,
  { id, emails, draw = id }: RunStep,
  customerId: string,
): StepEmail {
  const [first] = emails;
  if (!first) throw new Error(`step ${id} has no email`);
  if (emails.length === 1) return first;
  return variantAt(emails, percentile(retailerId, sequenceId, draw, customerId)) ?? first;
}

/** A customer who gets a step. */
interface StepRecipient {
  readonly customerId: string;
  readonly sendAt: Date;
  /** When the customer entered the execution. */
  readonly enteredAt: Date;
  /** The place of the offer that the customer was shown last; default is that of the sequence. */
  readonly offerPlace?: string;
}

/** The message of a step for a customer. */
export function messageFor(run: Run, step: RunStep, recipient: StepRecipient): NewMessage {
  const { customerId, sendAt, offerPlace = WHOLE_SEQUENCE } = recipient;
  const { variant, templateId, offers } = emailFor(run, step, customerId);
  const enteredAt = run.exitOnOrder ? recipient.enteredAt : null;
  const about = { stepId: step.id, templateId, variant, offerPlace: offers.own ?? offerPlace };
  return { ...about, customerId, sendAt, enteredAt };
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
