import { type Decimal4, isCalendarDay, parseDecimal, parseJsonExactly } from '#libs/kernel';
import type { Marketing } from '../../commerce/model/customer.entity.js';
import { idTooLong, REFUSALS, tooManyProducts, unknownStatus } from './refusals.js';

/** A value that is not taken: the target, and the reason in words for the merchant. */
export class RefusedField extends Error {
  override readonly name = 'RefusedField';

  constructor(
    readonly pointer: string,
    readonly reason: string,
  ) {
    super(reason);
  }
}

const LONGEST_ID = 128;
const LONGEST_NAME = 255;
const MOST_PRODUCTS = 200;
const ADDRESS = /^[^\s@<>"]{1,128}@[^\s@<>"]{1,190}$/u;
/** The amount of 16 digits before the point is the most that Postgres stores. */
const LARGEST = 10n ** 15n * 10_000n;
const CONTROL = /\p{Cc}/u;

/** Our own exports write an apostrophe before a text that a spreadsheet would run as a formula. */
const unguarded = (text: string): string => (/^'[=+\-@]/.test(text) ? text.slice(1) : text);

export function idOf(target: string, text: string): string {
  const id = unguarded(text);
  if (id.length > LONGEST_ID) throw new RefusedField(`/${target}`, idTooLong(LONGEST_ID));
  if (CONTROL.test(id)) throw new RefusedField(`/${target}`, REFUSALS.control_character);
  return id;
}

export function emailOf(text: string): string {
  const email = unguarded(text);
  if (!ADDRESS.test(email) || CONTROL.test(email)) throw new RefusedField('/email', REFUSALS.not_an_address);
  return email.toLowerCase();
}

/** A name for people: control characters become spaces. */
export const nameOf = (text: string): string =>
  unguarded(text)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME);

export function countryOf(text: string): string {
  if (!/^[A-Za-z]{2}$/.test(text)) throw new RefusedField('/country', REFUSALS.not_a_country);
  return text.toUpperCase();
}

export function currencyOf(text: string): string {
  if (!/^[A-Za-z]{3}$/.test(text)) throw new RefusedField('/currency', REFUSALS.not_a_currency);
  return text.toUpperCase();
}

/**
 * An amount of at least 0, as tills write it: `1234.50`, `1,234.50`, `1.234,50`, `1234,5`. A text that may mean two
 * amounts, such as `1,234`, is refused.
 */
export function amountOf(target: string, text: string): Decimal4 {
  const refuse = (reason: string): never => {
    throw new RefusedField(`/${target}`, reason);
  };
  if (/^-|^\(.*\)$/.test(text)) return refuse(REFUSALS.negative_amount);
  const plain = plainAmount(text);
  const amount = plain === undefined ? undefined : parseDecimal(plain);
  if (amount === undefined) return refuse(REFUSALS.not_an_amount);
  return amount < LARGEST ? amount : refuse(REFUSALS.amount_too_large);
}

function plainAmount(text: string): string | undefined {
  if (/^\d{1,16}(\.\d{1,8})?$/.test(text)) return text;
  if (/^\d{1,3}(,\d{3})+\.\d{1,4}$/.test(text)) return text.replaceAll(',', '');
  if (/^\d{1,3}(\.\d{3})+,\d{1,4}$/.test(text)) return text.replaceAll('.', '').replace(',', '.');
  return /^\d{1,16},\d{1,2}$/.test(text) ? text.replace(',', '.') : undefined;
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?)?$/i;
const FIRST = Date.UTC(1970, 0, 1);
const LAST = Date.UTC(2200, 0, 1);
const isPlausible = (time: Date): boolean => time.getTime() >= FIRST && time.getTime() < LAST;

/** The usual form, which needs no taking apart. */
const UTC_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;

/** ISO 8601: a day, or a time with or without a zone. Without a zone it is UTC. */
export function timeOf(target: string, text: string): Date {
  const plain = UTC_TIME.test(text) ? new Date(text) : undefined;
  if (plain && isPlausible(plain) && plain.getUTCDate() === Number(text.slice(8, 10))) return plain;
  const [, day = '', clock = '00:00', zone = 'Z'] = TIME.exec(text) ?? [];
  const offset = /^(z|utc)$/i.test(zone)
    ? 'Z'
    : zone.replace(/^([+-]\d\d)(\d\d)?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);
  const time = new Date(`${day}T${clock}${offset}`);
  if (day === '' || !isCalendarDay(day) || !isPlausible(time)) {
    throw new RefusedField(`/${target}`, REFUSALS.not_a_time);
  }
  return time;
}

const STATUSES: Readonly<Record<string, string>> = Object.fromEntries([
  ...[
    'paid',
    'completed',
    'complete',
    'closed',
    'fulfilled',
    'shipped',
    'delivered',
    'processed',
    'processing',
    'settled',
  ].map((word) => [word, 'paid']),
  ...['partially_paid', 'partially_refunded', 'refunded', 'authorized', 'voided'].map((word) => [word, word]),
  ...['pending', 'open', 'unpaid', 'on_hold', 'awaiting_payment'].map((word) => [word, 'pending']),
  ...['cancelled', 'canceled', 'void', 'failed', 'declined'].map((word) => [word, 'voided']),
  ...['test'].map((word) => [word, 'test']),
]) as Readonly<Record<string, string>>;

/** A status in the words of `countOrder`, or `test`. */
export function statusOf(text: string): string {
  const status = STATUSES[text.toLowerCase().replace(/[\s-]+/g, '_')];
  if (status === undefined) {
    throw new RefusedField('/status', unknownStatus(Object.keys(STATUSES)));
  }
  return status;
}

const YES = new Set(['subscribed', 'yes', 'true', '1', 'y', 't', 'on', 'accepted', 'opted_in', 'active']);
const NO = new Set(['unsubscribed', 'no', 'false', '0', 'n', 'f', 'off', 'refused', 'opted_out', 'declined']);
const NOTHING = new Set(['unknown', 'not_subscribed', 'none', 'pending', 'null']);

/** `not_subscribed` is no refusal: nobody has asked. */
export function marketingOf(text: string): Marketing {
  const word = text.toLowerCase().replace(/[\s-]+/g, '_');
  if (YES.has(word)) return 'subscribed';
  if (NO.has(word)) return 'unsubscribed';
  if (NOTHING.has(word)) return 'unknown';
  throw new RefusedField('/marketing', REFUSALS.unknown_consent);
}

/** Ids between commas, semicolons, bars or spaces, or a JSON list. Each id once, in order. */
export function productIdsOf(text: string): readonly string[] {
  const ids: string[] = [];
  for (const part of text.startsWith('[') ? listIn(text) : text.split(/[,;|\s]+/)) {
    const id = part.trim();
    if (id !== '') insert(ids, idOf('productIds', id));
    const isLong = ids.length > MOST_PRODUCTS;
    if (isLong) throw new RefusedField('/productIds', tooManyProducts(MOST_PRODUCTS));
  }
  return ids;
}

/** Inserts the id into a short list in order: to sort such a list takes a kilobyte of memory. */
function insert(ids: string[], id: string): void {
  let place = ids.length;
  while (place > 0 && (ids[place - 1] ?? '') > id) place -= 1;
  if (ids[place - 1] !== id) ids.splice(place, 0, id);
}

function listIn(text: string): string[] {
  const refused = new RefusedField('/productIds', REFUSALS.not_a_list);
  let list: unknown;
  try {
    list = parseJsonExactly(text);
  } catch {
    throw refused;
  }
  if (!Array.isArray(list)) throw refused;
  return list.map((id: unknown) => {
    if (typeof id !== 'string' && typeof id !== 'number') throw refused;
    return String(id);
  });
}
