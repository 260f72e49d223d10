import type { AddressRecord, Cents, CustomerRecord, Instant } from '../../records/records.js';

const ESCAPED: Readonly<Record<string, string>> = { '/': '\\/', '&': '\\u0026', '<': '\\u003c', '>': '\\u003e' };

const KEPT = 4096;

/** Caches results, and drops all of them when the cache is full. Bodies repeat prices and times. */
class Remembered<K, V> {
  private readonly answers = new Map<K, V>();

  constructor(private readonly make: (key: K) => V) {}

  get(key: K): V {
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    if (this.answers.size >= KEPT) this.answers.clear();
    const made = this.make(key);
    this.answers.set(key, made);
    return made;
  }
}

/** Text that needs no escape at all. */
const PLAIN = /^[\w .,@#:;'()+=?-]*$/;

/**
 * A JSON string as the platform writes it. `/` and `&` are escaped, so a receiver that serialises again breaks the
 * HMAC.
 */
export function quote(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(/[/&<>]/g, (character) => ESCAPED[character] ?? character);
}

export const quoteOrNull = (text: string | null): string => (text === null ? 'null' : quote(text));

/** `gid://shopify/Order/1`, quoted and escaped. */
export const gid = (type: string, id: string): string => `"gid:\\/\\/shopify\\/${type}\\/${id}"`;

/** Hundredths as a decimal with two places, without quotes. It is computed without a float. */
export function decimal(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Writes amounts in two currencies: the store's, and the one that the buyer saw. */
export class MoneyWriter {
  private readonly bags = new Remembered((cents: Cents) => this.bag(cents, Math.round(cents * this.rate)));

  constructor(
    readonly currency: string,
    readonly presentmentCurrency: string,
    private readonly rate: number,
  ) {}

  /** `{"shop_money":{...},"presentment_money":{...}}` */
  set(cents: Cents): string {
    return this.bags.get(cents);
  }

  private bag(shop: Cents, presentment: Cents): string {
    return (
      `{"shop_money":{"amount":"${decimal(shop)}","currency_code":"${this.currency}"},` +
      `"presentment_money":{"amount":"${decimal(presentment)}","currency_code":"${this.presentmentCurrency}"}}`
    );
  }
}

/** Times as the platform writes them in webhook bodies: in the store's zone, with whole seconds and an offset. */
export class ZonedClock {
  private readonly format: Intl.DateTimeFormat;
  /** Offsets change on the hour at most, and asking Intl for each time stamp would dominate the cost of a body. */
  private readonly offsets = new Remembered((hour: number) => this.offsetMinutesIn(hour));
  private readonly texts = new Remembered((at: Instant) => this.isoOf(at));

  constructor(ianaTimezone: string) {
    this.format = new Intl.DateTimeFormat('en-US', { timeZone: ianaTimezone, timeZoneName: 'longOffset' });
  }

  /** `2026-11-03T13:28:37-05:00` */
  iso(at: Instant): string {
    return this.texts.get(at);
  }

  isoOrNull(at: Instant | null): string {
    return at === null ? 'null' : `"${this.iso(at)}"`;
  }

  private isoOf(at: Instant): string {
    const minutes = this.offsets.get(Math.floor(at / 3_600_000));
    const local = new Date(at + minutes * 60_000).toISOString().slice(0, 19);
    const magnitude = Math.abs(minutes);
    const hours = String(Math.trunc(magnitude / 60)).padStart(2, '0');
    return `${local}${minutes < 0 ? '-' : '+'}${hours}:${String(magnitude % 60).padStart(2, '0')}`;
  }

  private offsetMinutesIn(hour: number): number {
    const name = this.format.formatToParts(hour * 3_600_000).find((part) => part.type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  }
}

/** An order's billing or shipping address. */
export function addressJson(address: AddressRecord | null, customer: CustomerRecord | null): string {
  if (!address) return 'null';
  const { firstName = null, lastName = null } = customer ?? {};
  return (
    `{"first_name":${quoteOrNull(firstName)},"address1":${quote(address.address1)},"phone":null,` +
    `"city":${quote(address.city)},"zip":${quote(address.zip)},"province":${quoteOrNull(address.province)},` +
    `"country":${quote(address.country)},"last_name":${quoteOrNull(lastName)},"address2":null,"company":null,` +
    `"latitude":null,"longitude":null,"name":${fullName(customer)},` +
    `"country_code":"${address.countryCode}","province_code":${quoteOrNull(address.provinceCode)}}`
  );
}

export const fullName = (customer: CustomerRecord | null): string =>
  quote([customer?.firstName, customer?.lastName].filter(Boolean).join(' '));
