const formats = new Map<string, Intl.NumberFormat | undefined>();
const MOST_FORMATS = 200;

/** Keeps the format, because making one takes longer than a hundred uses of it. */
function formatOf(currency: string, language: string): Intl.NumberFormat | undefined {
  const key = `${language} ${currency}`;
  if (formats.has(key)) return formats.get(key);
  if (formats.size >= MOST_FORMATS) formats.clear();
  let format: Intl.NumberFormat | undefined;
  try {
    format = new Intl.NumberFormat(language, { style: 'currency', currency });
  } catch {
    // The currency and the language come from outside unchecked.
  }
  formats.set(key, format);
  return format;
}

/** The filter `money`: an amount such as `24.90` as the language writes it. Without a currency it stays as it is. */
export function money(amount: unknown, currency: unknown, language: unknown = 'en'): unknown {
  const value = typeof amount === 'string' || typeof amount === 'number' ? Number(amount) : Number.NaN;
  if (!Number.isFinite(value) || typeof currency !== 'string') return amount;
  return formatOf(currency, String(language))?.format(value) ?? amount;
}
