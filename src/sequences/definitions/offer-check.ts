import type { InputError } from '#libs/kernel';
import { imageIdOf } from '../../email/templates/image-ref.js';
import { contradictions, contradictionText, readableText } from '../../offers/contradictions.js';
import type { OfferTerms } from '../../offers/offer.dto.js';
import type { SequenceDefinition } from './definition.dto.js';
import { durationMs } from './duration.js';
import { placeIn, sourcesOf } from './variants.js';

/** How long an email waits for its code unless the offer says otherwise. */
const USUAL_WAIT = 'PT2H';

export const endsInMs = ({ endsIn }: OfferTerms): number => durationMs(endsIn) ?? 0;

export const waitUpToMs = ({ waitUpTo }: OfferTerms): number => durationMs(waitUpTo ?? USUAL_WAIT) ?? 0;

/** Every mistake in the durations of the offer. */
export function checkOfferTimes({ offer }: SequenceDefinition): InputError[] {
  if (!offer) return [];
  const detail = 'must be an ISO 8601 duration of weeks, days, hours, minutes and seconds, at most 366 days';
  return [
    ...(endsInMs(offer) > 0 ? [] : [{ pointer: '/offer/endsIn', detail: `${detail}, above zero, such as P7D` }]),
    ...(durationMs(offer.waitUpTo ?? USUAL_WAIT) === undefined ? [{ pointer: '/offer/waitUpTo', detail }] : []),
  ];
}

/** The keys of an offer in a fixed order. */
export const normaliseOffer = (offer: OfferTerms | undefined): OfferTerms | undefined =>
  offer && {
    kind: offer.kind,
    value: offer.value,
    minimum: offer.minimum,
    endsIn: offer.endsIn,
    fallback: offer.fallback,
    code: offer.code,
    waitUpTo: offer.waitUpTo,
  };

const FIELDS = ['subject', 'preheader', 'body', 'mjml', 'html'] as const;

/**
 * The texts of the sequence that promise something else than its offer. `imageTexts` are the words of the images by
 * their id. Pure.
 */
export function offerContradictions(
  { offer, steps }: SequenceDefinition,
  imageTexts: ReadonlyMap<string, string>,
): InputError[] {
  if (!offer) return [];
  const errors = new Map<string, InputError>();
  const check = (pointer: string, text: string): void => {
    const numbers = contradictions(offer, text);
    if (numbers.length > 0) errors.set(pointer, { pointer, detail: contradictionText(offer, numbers) });
  };
  for (const each of sourcesOf(steps)) {
    for (const field of FIELDS) check(placeIn(each, `/${field}`), readableText(each.source[field] ?? ''));
    for (const [place, ref] of Object.entries(each.source.images ?? {})) {
      if (ref !== undefined) check(placeIn(each, `/images/${place}`), imageTexts.get(imageIdOf(ref)) ?? '');
    }
  }
  return [...errors.values()];
}

/** The texts that mention an offer. The words of Liquid stay empty where the sequence has none. */
export const mentionedOffers = ({ steps }: SequenceDefinition): InputError[] =>
  sourcesOf(steps).flatMap((each) =>
    FIELDS.filter((field) => /\{\{-?\s*offer\b/.test(each.source[field] ?? '')).map((field) => ({
      pointer: placeIn(each, `/${field}`),
      detail: 'shows the offer, and the sequence has none',
    })),
  );

/** The images that the emails of a sequence show. */
export const imagesIn = ({ steps }: SequenceDefinition): string[] => [
  ...new Set(
    sourcesOf(steps).flatMap(({ source: { images } }) =>
      Object.values(images ?? {}).flatMap((ref) => (ref === undefined ? [] : [imageIdOf(ref)])),
    ),
  ),
];
