/** An amount as it is shown. `language`: BCP 47; an unknown one counts as English. */
export function priceText(amount: string, currency: string, language = 'en'): string {
  const [known = 'en'] = supported(language);
  // The text itself is formatted: a number would round amounts with more digits than a double has.
  return new Intl.NumberFormat(known, { style: 'currency', currency }).format(amount as Intl.StringNumericLiteral);
}

function supported(language: string): string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language);
  } catch {
    return [];
  }
}
