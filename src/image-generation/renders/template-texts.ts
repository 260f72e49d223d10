import type { InputError } from '#libs/kernel';

/** The texts of a banner that may have placeholders, with their longest lengths. */
export const TEXT_FIELDS = {
  headline: 200,
  subheadline: 300,
  callToAction: 60,
  legal: 300,
  offer: 60,
  badge: 40,
} as const;
export type TextField = keyof typeof TEXT_FIELDS;
export type Texts = { readonly [K in TextField]?: string | undefined };

/** Texts that are all there. */
export type FilledTexts = { readonly [K in TextField]?: string };

/** What a placeholder may name. */
export const FACTS = [
  'customer.firstName',
  'customer.lastName',
  'offer.code',
  'offer.label',
  'offer.endsOn',
  'product.title',
  'companion.title',
] as const;
export type Fact = (typeof FACTS)[number];
export type Facts = Readonly<Partial<Record<Fact, string>>>;

const TAG = /\{\{-?\s*([\w.]+)\s*\|\s*default:\s*(?:"([^"{}]*)"|'([^'{}]*)')\s*-?\}\}/g;
const isFact = (name: string): name is Fact => (FACTS as readonly string[]).includes(name);

/** Mistakes in the placeholders of a banner's texts. Without a default the banner itself would have a gap. */
export function checkPlaceholders(texts: Texts): InputError[] {
  return fieldsOf(texts).flatMap(([field, text]) => {
    const pointer = `/${field}`;
    const unknown = [...text.matchAll(TAG)].map(([, name = '']) => name).filter((name) => !isFact(name));
    if (unknown.length > 0) return [{ pointer, detail: `has no ${unknown.join(', ')}: there are ${FACTS.join(', ')}` }];
    if (/\{\{|\{%/.test(text.replaceAll(TAG, ''))) {
      return [{ pointer, detail: 'needs placeholders such as {{ customer.firstName | default: "Hello" }}' }];
    }
    return text.replaceAll(TAG, defaultOf).trim() === '' ? [{ pointer, detail: 'is empty with the defaults' }] : [];
  });
}

/** The texts of the banner itself. */
export const withDefaults = (text: string): string => text.replaceAll(TAG, defaultOf);

const defaultOf = (_: string, _name: string, double?: string, single?: string): string => double ?? single ?? '';

/** The texts that have placeholders, as they were written; undefined if none has. */
export function placeholdersIn(texts: Texts): Texts | undefined {
  const found = fieldsOf(texts).filter(([, text]) => text.search(TAG) >= 0);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

export const factsIn = (texts: Texts): Set<Fact> =>
  new Set(
    fieldsOf(texts).flatMap(([, text]) =>
      [...text.matchAll(TAG)].flatMap(([, name = '']) => (isFact(name) ? name : [])),
    ),
  );

/** The texts with a person's facts. A missing fact, or a text that becomes too long, is returned as the reason. */
export function withFacts(texts: Texts, facts: Facts): { readonly texts: FilledTexts } | { readonly reason: string } {
  const filled: [string, string][] = [];
  for (const [field, text] of fieldsOf(texts)) {
    const missing = [...factsIn({ [field]: text })].find((fact) => !facts[fact]?.trim());
    if (missing) return { reason: REASONS[missing] };
    const whole = text.replaceAll(TAG, (_, name: Fact) => facts[name]?.trim() ?? '');
    if (whole.length > TEXT_FIELDS[field]) return { reason: 'text_too_long' };
    filled.push([field, whole]);
  }
  return { texts: Object.fromEntries(filled) };
}

const REASONS: Readonly<Record<Fact, string>> = {
  'customer.firstName': 'no_name',
  'customer.lastName': 'no_name',
  'offer.code': 'no_code',
  'offer.label': 'no_code',
  'offer.endsOn': 'no_code',
  'product.title': 'no_product',
  'companion.title': 'no_companion',
};

function fieldsOf(texts: Texts): [TextField, string][] {
  return (Object.keys(TEXT_FIELDS) as TextField[]).flatMap((field) => {
    const text = texts[field];
    return text === undefined ? [] : [[field, text] as [TextField, string]];
  });
}
