import type { OfferTerms } from '../../offers/offer.dto.js';
import { durationMs } from './duration.js';

/** How long an email waits for its code unless the offer says otherwise. */
const USUAL_WAIT = 'PT2H';

/** Undefined for a text that is no duration. */
export const waitUpToOf = ({ waitUpTo }: OfferTerms): number | undefined => durationMs(waitUpTo ?? USUAL_WAIT);

export const endsInMs = ({ endsIn }: OfferTerms): number => durationMs(endsIn) ?? 0;

export const waitUpToMs = (offer: OfferTerms): number => waitUpToOf(offer) ?? 0;

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
