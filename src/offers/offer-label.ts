import type { OfferTerms } from './offer.dto.js';

/** What an offer is worth. */
export interface OfferWorth extends Pick<OfferTerms, 'kind' | 'value'> {
  /** ISO 4217, of an amount. */
  readonly currency: string;
}

interface Words {
  readonly off: (worth: string) => string;
  readonly freeShipping: string;
}

const ENGLISH: Words = { off: (worth) => `${worth} off`, freeShipping: 'free shipping' };

const WORDS: Readonly<Record<string, Words>> = {
  en: ENGLISH,
  de: { off: (worth) => `${worth} Rabatt`, freeShipping: 'kostenloser Versand' },
  fr: { off: (worth) => `${worth} de réduction`, freeShipping: 'livraison gratuite' },
  es: { off: (worth) => `${worth} de descuento`, freeShipping: 'envío gratis' },
  ja: { off: (worth) => `${worth}オフ`, freeShipping: '送料無料' },
  ar: { off: (worth) => `خصم ${worth}`, freeShipping: 'شحن مجاني' },
};

/**
 * The offer in a few words, such as "10% off". Numbers and money follow the rules of the language. Words of an
 * unknown language are English. Pure.
 * @param language BCP 47
 */
export function offerLabel({ kind, value, currency }: OfferWorth, language: string): string {
  const locale = usable(language);
  const words = WORDS[locale.split('-')[0] ?? ''] ?? ENGLISH;
  if (kind === 'free_shipping') return words.freeShipping;
  const number = Number(value);
  const style =
    kind === 'percent'
      ? ({ style: 'percent', maximumFractionDigits: 2 } as const)
      : ({ style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' } as const);
  return words.off(new Intl.NumberFormat(locale, style).format(kind === 'percent' ? number / 100 : number));
}

/** Beyond it the same day and month could be this year's or the next one's. */
const FAR_MS = 300 * 86_400_000;

/**
 * An instant in words, in the language and the time zone, such as "Monday, 30 November at 23:59". Read long before the
 * instant, it has the year. Pure.
 */
export const endInWords = (at: Date, language: string, timeZone: string, readAt: Date): string =>
  new Intl.DateTimeFormat(usable(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(at.getTime() - readAt.getTime() > FAR_MS ? { year: 'numeric' } : {}),
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(at);

/** English where Intl refuses the tag. */
function usable(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
