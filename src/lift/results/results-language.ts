import { LIFT_LANGUAGES, type LiftLanguage } from '#libs/lift';
import { preferredOf } from '../../pages/preferred-language.js';

/** The language of the sentences for an Accept-Language header. */
export const resultsLanguage = (accepted: string | undefined): LiftLanguage =>
  preferredOf(LIFT_LANGUAGES, accepted) ?? 'en';
