import type { InputError } from '#libs/kernel';
import { imageIdOf } from '../../email/templates/image-ref.js';
import { contradictions, contradictionText, readableText } from '../../offers/contradictions.js';
import type { OfferTerms } from '../../offers/offer.dto.js';
import type { SequenceDefinition } from './definition.dto.js';
import { offersIn, placesShown } from './offer-places.js';
import { endsInMs, waitUpToOf } from './offer-terms.js';
import { placeIn, sourcesOf, type StepSource } from './variants.js';

/** Every mistake in the durations of the offers. */
export function checkOfferTimes(definition: SequenceDefinition): InputError[] {
  const detail = 'must be an ISO 8601 duration of weeks, days, hours, minutes and seconds, at most 366 days';
  return offersIn(definition).flatMap(({ pointer, terms }) => [
    ...(endsInMs(terms) > 0 ? [] : [{ pointer: `${pointer}/endsIn`, detail: `${detail}, above zero, such as P7D` }]),
    ...(waitUpToOf(terms) === undefined ? [{ pointer: `${pointer}/waitUpTo`, detail }] : []),
  ]);
}

const FIELDS = ['subject', 'preheader', 'body', 'mjml', 'html'] as const;

/** The terms of the offers that each email may show. */
function termsShown(definition: SequenceDefinition, stepIds?: readonly string[]): readonly OfferTerms[][] {
  const terms = new Map(offersIn(definition).map((offer) => [offer.place, offer.terms]));
  return placesShown(definition.steps, stepIds).map((places) => places.flatMap((place) => terms.get(place) ?? []));
}

/**
 * The texts of the chosen steps that promise something else than an offer that their recipients may have. `imageTexts`
 * are the words of the images by their id. Pure.
 */
export function offerContradictions(
  definition: SequenceDefinition,
  imageTexts: ReadonlyMap<string, string>,
  stepIds?: readonly string[],
): InputError[] {
  const shown = termsShown(definition, stepIds);
  const errors = new Map<string, InputError>();
  for (const [index, each] of sourcesOf(definition.steps).entries()) {
    const check = (place: string, text: string): void => {
      const pointer = placeIn(each, place);
      for (const offer of shown[index] ?? []) {
        const numbers = contradictions(offer, text);
        const detail = contradictionText(offer, numbers);
        if (numbers.length > 0) errors.set(`${pointer} ${detail}`, { pointer, detail });
      }
    };
    for (const field of FIELDS) check(`/${field}`, readableText(each.source[field] ?? ''));
    for (const [place, ref] of Object.entries(each.source.images ?? {})) {
      if (ref !== undefined) check(`/images/${place}`, imageTexts.get(imageIdOf(ref)) ?? '');
    }
  }
  return [...errors.values()];
}

/** The texts that mention an offer and have none. The words of Liquid stay empty there. */
export function mentionedOffers(definition: SequenceDefinition): InputError[] {
  const shown = termsShown(definition);
  const hasOthers = offersIn(definition).length > 0;
  const missingIn = ({ variant }: StepSource): string =>
    variant && hasOthers
      ? `shows the offer, and the variant ${variant.id} has none`
      : 'shows the offer, and the sequence has none';
  const errors = sourcesOf(definition.steps).flatMap((each, index) =>
    FIELDS.filter((field) => shown[index]?.length === 0 && /\{\{-?\s*offer\b/.test(each.source[field] ?? '')).map(
      (field) => ({ pointer: placeIn(each, `/${field}`), detail: missingIn(each) }),
    ),
  );
  return [...new Map(errors.map((error) => [JSON.stringify(error), error])).values()];
}

/** The images that the emails of a sequence show. */
export const imagesIn = ({ steps }: SequenceDefinition): string[] => [
  ...new Set(
    sourcesOf(steps).flatMap(({ source: { images } }) =>
      Object.values(images ?? {}).flatMap((ref) => (ref === undefined ? [] : [imageIdOf(ref)])),
    ),
  ),
];
