import type { EmailSource } from '../../email/templates/email-source.dto.js';
import type { OfferTerms } from '../../offers/offer.dto.js';
import type { SequenceDefinition, SequenceStep } from './definition.dto.js';
import { sourcesOf } from './variants.js';

/** An offer in a definition. */
export interface PlacedOffer {
  /** What it belongs to: empty for the sequence, `step/variant` for a variant. */
  readonly place: string;
  /** JSON pointer into the definition. */
  readonly pointer: string;
  readonly terms: OfferTerms;
}

/** The place of the offer of the sequence itself. */
export const WHOLE_SEQUENCE = '';

export const placeOf = (stepId: string, variantId: string): string => `${stepId}/${variantId}`;

/** All offers of a definition, always in the same order. */
export function offersIn({ offer, steps }: Pick<SequenceDefinition, 'offer' | 'steps'>): PlacedOffer[] {
  const own = steps.flatMap(({ id, variants = [] }, index) =>
    variants.flatMap(({ id: variant, offer: terms }, place): PlacedOffer[] =>
      terms ? [{ place: placeOf(id, variant), pointer: `/steps/${index}/variants/${place}/offer`, terms }] : [],
    ),
  );
  return offer ? [{ place: WHOLE_SEQUENCE, pointer: '/offer', terms: offer }, ...own] : own;
}

/**
 * The places of the offers that each email of `sourcesOf` may show, of a run of the chosen steps. An email shows the
 * offer of its variant; otherwise that of the last email that its recipient got. A place may have no offer.
 */
export function placesShown(steps: readonly SequenceStep[], stepIds?: readonly string[]): readonly string[][] {
  const sources = sourcesOf(steps);
  let held: readonly string[] = [WHOLE_SEQUENCE];
  return steps.flatMap(({ id }, index) => {
    const ofStep = sources.filter(({ step }) => step === index);
    if (stepIds && !stepIds.includes(id)) return ofStep.map(() => []);
    const shown = ofStep.map(({ variant }) => (variant?.offer ? [placeOf(id, variant.id)] : [...held]));
    // A step may be left out for a recipient.
    held = [...new Set([...held, ...shown.flat()])];
    return shown;
  });
}

/** Whether the email can show an offer. A button leads to the offer unless it has a target. */
export const mayShowOffer = ({ subject, preheader, body, mjml, html }: EmailSource): boolean =>
  [subject, preheader, body, mjml, html].some((text) => text !== undefined && /\boffer\b|^:::button/m.test(text));
