import { createHash } from 'node:crypto';
import type { InputError } from '#libs/kernel';
import { LEAST_SHARE } from '#libs/lift';
import type { EmailSource } from '../../email/templates/email-source.dto.js';
import { normaliseImages } from './images.js';
import { normaliseOffer } from './offer-terms.js';
import type { SequenceStep } from './definition.dto.js';
import type { StepVariant } from './variant.dto.js';

/** One email of a sequence: a step, or a variant of a step with all that it takes from the step. */
export interface StepSource {
  /** Index of the step in the definition. */
  readonly step: number;
  readonly variant: StepVariant | null;
  readonly source: EmailSource;
  readonly pointer: string;
}

/** The emails of the steps, in the order of `SequenceVersion.templateIds`. A step with variants has no other email. */
export function sourcesOf(steps: readonly SequenceStep[]): StepSource[] {
  return steps.flatMap((step, index): StepSource[] => {
    const pointer = `/steps/${index}`;
    if (!step.variants) return [{ step: index, variant: null, source: step, pointer }];
    return step.variants.map((variant, place) => ({
      step: index,
      variant,
      source: sourceOf(step, variant),
      pointer: `${pointer}/variants/${place}`,
    }));
  });
}

function sourceOf(step: SequenceStep, { subject, preheader, body, images }: StepVariant): EmailSource {
  return {
    subject: subject ?? step.subject,
    preheader: preheader ?? step.preheader,
    ...(body === undefined ? { body: step.body, mjml: step.mjml, html: step.html } : { body }),
    images: (images || step.images) && {
      hero: images?.hero ?? step.images?.hero,
      banner: images?.banner ?? step.images?.banner,
      grid: images?.grid ?? step.images?.grid,
    },
  };
}

/** The place of a mistake in a source. What a variant takes from its step has its place in the step. */
export function placeIn({ step, variant, pointer }: StepSource, inside: string): string {
  const [, key = ''] = inside.split('/');
  const isOwn =
    variant === null || key === '' || Object.entries(variant).some(([k, v]) => k === key && v !== undefined);
  return `${isOwn ? pointer : `/steps/${step}`}${inside}`;
}

export function checkVariants(steps: readonly SequenceStep[]): InputError[] {
  return steps.flatMap(({ variants, allocation }, index) => {
    if (!variants) return allocation ? [{ pointer: `/steps/${index}/allocation`, detail: 'needs `variants`' }] : [];
    const pointer = `/steps/${index}/variants`;
    const small = variants.flatMap(({ share }, place) =>
      allocation === 'bandit' && share < LEAST_SHARE
        ? [
            {
              pointer: `${pointer}/${place}/share`,
              detail: `must be at least ${LEAST_SHARE} with the allocation bandit`,
            },
          ]
        : [],
    );
    const ids = variants.map(({ id }) => id);
    const repeated = ids.flatMap((id, place) =>
      ids.indexOf(id) < place ? [{ pointer: `${pointer}/${place}/id`, detail: 'is in the step twice' }] : [],
    );
    const total = variants.reduce((sum, { share }) => sum + share, 0);
    return total === 100
      ? [...small, ...repeated]
      : [...small, ...repeated, { pointer, detail: `must have shares of 100 in all, not ${total}` }];
  });
}

export const normaliseVariants = (variants: readonly StepVariant[] | undefined): StepVariant[] | undefined =>
  variants?.map(({ id, share, subject, preheader, body, images, offer }) => ({
    id,
    share,
    subject,
    preheader,
    body,
    images: normaliseImages(images),
    offer: normaliseOffer(offer),
  }));

/**
 * A number below 100 that is the same whenever it is asked for, and on any machine. Different steps and sequences
 * divide customers independently of each other.
 */
export function percentile(retailerId: string, sequenceId: string, stepId: string, customerId: string): number {
  const name = ['rekindle-variant-v1', retailerId, sequenceId, stepId, customerId].join('\n');
  return Math.floor((createHash('sha256').update(name).digest().readUInt32BE(0) * 100) / 2 ** 32);
}

/** The variant whose share covers the percentile. */
export function variantAt<T extends { readonly share: number }>(variants: readonly T[], place: number): T | undefined {
  let end = 0;
  return variants.find(({ share }) => (end += share) > place);
}
