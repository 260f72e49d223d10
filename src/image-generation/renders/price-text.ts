import { BoundedMap } from '#libs/bounded-map';

/** To make a formatter takes a hundred times as long as to use it. */
const formats = new BoundedMap<string, Intl.NumberFormat>(200);

/** An amount as it is shown. `language`: BCP 47; an unknown one counts as English. */
export function priceText(amount: string, currency: string, language = 'en'): string {
  const name = `${currency} ${language}`;
  const format = formats.get(name) ?? formatOf(currency, language);
  formats.set(name, format);
  // The text itself is formatted: a number would round amounts with more digits than a double has.
  return format.format(amount as Intl.StringNumericLiteral);
}

function formatOf(currency: string, language: string): Intl.NumberFormat {
  const [known = 'en'] = supported(language);
  return new Intl.NumberFormat(known, { style: 'currency', currency });
}

function supported(language: string): string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language);
  } catch {
    return [];
  }
}
