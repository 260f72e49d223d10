import { computed, signal } from '@preact/signals';
import type { Message } from './message.js';
import type { MessageKey, Messages } from './messages.js';

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', ja: '日本語', ar: 'العربية' } as const;
export type Language = keyof typeof LANGUAGES;

/** A person loads the texts of one language alone. */
const LOADERS: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('./en.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  ja: () => import('./ja.js'),
  ar: () => import('./ar.js'),
};
const STORED = 'rekindle.language';

/** Nothing is rendered before the first language has arrived. */
const loaded = signal<{ readonly language: Language; readonly messages: Partial<Messages> }>({
  language: 'en',
  messages: {},
});

export const language = computed(() => loaded.value.language);
/** The language for numbers and dates, with the digits that the interface uses elsewhere. */
const locale = computed(() => (language.value === 'ar' ? 'ar-u-nu-latn' : language.value));

export async function setLanguage(next: Language): Promise<void> {
  loaded.value = { language: next, messages: (await LOADERS[next]()).messages };
  document.documentElement.lang = next;
  document.documentElement.dir = next === 'ar' ? 'rtl' : 'ltr';
  remember(next);
}

/** The language that was chosen here before, else the first of the browser's that the studio has. */
export function firstLanguage(): Language {
  const wanted = [stored(), ...navigator.languages].map((tag) => tag.slice(0, 2));
  return wanted.find(isLanguage) ?? 'en';
}

const isLanguage = (tag: string): tag is Language => tag in LANGUAGES;

/** A frame of another site may be refused any storage. */
function stored(): string {
  try {
    return localStorage.getItem(STORED) ?? '';
  } catch {
    return '';
  }
}

function remember(tag: Language): void {
  try {
    localStorage.setItem(STORED, tag);
  } catch {
    // The browser's language is taken next time.
  }
}

type Values = Readonly<Record<string, string | number>>;

/** The text in the current language. `n` chooses the plural form. */
export function t(key: MessageKey, values: Values = {}): string {
  return fill(loaded.value.messages[key] ?? key, values);
}

export const hasMessage = (key: string): key is MessageKey => key in loaded.value.messages;

function fill(message: Message, values: Values): string {
  const text = typeof message === 'string' ? message : form(message, Number(values['n'] ?? 0));
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return isolated(typeof value === 'number' ? number(value) : value);
  });
}

/** A name from left to right must not tear a text from right to left apart, and the other way round. */
const isolated = (value: string): string => (language.value === 'ar' ? `\u2068${value}\u2069` : value);

const form = (message: Exclude<Message, string>, n: number): string =>
  message[new Intl.PluralRules(locale.value).select(n)] ?? message.other;

export const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(locale.value, options).format(value);

export const percent = (share: number): string => number(share, { style: 'percent', maximumFractionDigits: 1 });

/** An amount in the form of those `beside` it, which decide whether it has cents. */
export const money = (amount: string | number, currency: string | null, ...beside: readonly number[]): string =>
  fromTheLeft(moneyFormat(currency, Number(amount), ...beside).format(Number(amount)));

/** Both ends in the same form, such as “$90 – $120”. */
export const moneyRange = (low: string | number, high: string | number, currency: string | null): string =>
  fromTheLeft(moneyFormat(currency, Number(low), Number(high)).formatRange(Number(low), Number(high)));

/** Keeps a symbol such as US$ whole in a line from right to left, which would show it as $US. */
const fromTheLeft = (text: string): string => (language.value === 'ar' ? `\u2066${text}\u2069` : text);

/** From here on amounts have no cents, because cents of large sums say nothing. */
export const WITHOUT_CENTS = 100;

function moneyFormat(currency: string | null, ...amounts: readonly number[]): Intl.NumberFormat {
  const isLarge = amounts.some((amount) => Math.abs(amount) >= WITHOUT_CENTS);
  return new Intl.NumberFormat(locale.value, {
    ...(currency === null ? {} : { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    ...(isLarge ? { maximumFractionDigits: 0 } : {}),
  });
}

export const date = (instant: string): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium' }).format(new Date(instant));

/** A day without a time, such as 2026-01-31, whatever the time zone of the browser. */
export const calendarDay = (day: string): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`));

export const dateTime = (instant: string): string =>
  new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));

const UNITS = { W: 'week', D: 'day', H: 'hour', M: 'minute', S: 'second' } as const;

/** An ISO 8601 duration in words: `P2DT3H` is “2 days 3 hours”. Undefined for a duration of nothing. */
export function durationText(duration: string): string | undefined {
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)([A-Z])/g)]
    .filter(([, amount]) => Number(amount) !== 0)
    .map(([, amount, unit]) =>
      number(Number(amount), { style: 'unit', unit: UNITS[unit as keyof typeof UNITS], unitDisplay: 'long' }),
    );
  return parts.length === 0 ? undefined : parts.join(' ');
}

export const list = (items: readonly string[]): string =>
  new Intl.ListFormat(locale.value, { type: 'conjunction' }).format(items.map(isolated));

const COMMAS: Partial<Record<Language, string>> = { ar: '، ', ja: '、' };

/** Parts of one thing, with the commas of the language. */
export const commas = (parts: readonly string[]): string => parts.join(COMMAS[language.value] ?? ', ');

/** Facts in one line, each by itself. */
export const points = (items: readonly string[]): string => items.map(isolated).join(' · ');

type Parts = { readonly code: string; readonly values: Readonly<Record<string, string>> } | null;

interface Problem {
  readonly problem: string | null;
  readonly problemParts: Parts;
}

/** A problem in the current language; in the words of the API where the studio has none for its code. */
export function problemSaid(
  group: 'deliveryProblem' | 'fileProblem' | 'lineProblem',
  { problem, problemParts }: Problem,
): string | null {
  const key = `${group}.${problemParts?.code ?? ''}`;
  return hasMessage(key) ? t(key, problemParts?.values) : problem;
}

/** Why a line of an import was refused, in the current language; else in the words of the API. */
export const reasonSaid = (refused: { readonly reason: string; readonly reasonParts: Parts }): string =>
  problemSaid('lineProblem', { problem: refused.reason, problemParts: refused.reasonParts }) ?? refused.reason;

/** The text of a code of the API, or the code in plain words where the studio does not know it. */
export function said(group: string, code: string): string {
  const key = `${group}.${code}`;
  return hasMessage(key) ? t(key) : code.replaceAll('_', ' ');
}
