import { parseJsonLosslessly } from '#libs/platform-a-client';
import type { Relation } from '../../inbox/delivery-processors.service.js';
import { type Person, tracesOf } from '../../personal-data/person.js';

type Wanted = Pick<Person, 'externalIds' | 'orderIds' | 'emails' | 'phones'>;

/**
 * A number or text under one of these keys, or the `id` of an object under one of them, is the id of a customer or an
 * order.
 */
const CUSTOMER_KEYS = new Set(['customer_id', 'customerId', 'customer']);
const ORDER_KEYS = new Set(['order_id', 'orderId', 'order', 'orders_requested', 'orders_to_redact']);
const GID = /\/(Customer|Order)\/(\d+)(?:\D|$)/g;
const SHORTEST_PHONE = 7;

/**
 * Whether a body of platform A belongs to the person, or mentions the person. The body is parsed, so the escapes in its
 * text do not matter. A body that cannot be parsed is searched as text, with its escapes decoded. Pure.
 */
export function personInBody(topic: string, body: Buffer, wanted: Wanted): Relation | undefined {
  const search = new Search(wanted);
  try {
    search.visit(parseJsonLosslessly(body), rootKey(topic));
  } catch {
    search.text(unescaped(body.toString('utf8')));
  }
  return search.relation;
}

/** The body of a customer or an order has its id under the key `id`. */
function rootKey(topic: string): string {
  if (topic.startsWith('customers/')) return 'customer';
  return topic.startsWith('orders/') ? 'order' : '';
}

class Search {
  relation: Relation | undefined;
  private readonly traces: readonly RegExp[];
  private readonly phones: ReadonlySet<string>;

  constructor(private readonly wanted: Wanted) {
    this.traces = tracesOf(wanted).map((pattern) => new RegExp(pattern));
    this.phones = new Set(wanted.phones.map(digitsOf).filter((digits) => digits.length >= SHORTEST_PHONE));
  }

  /** `key` is the nearest key above, which gives an `id` its meaning. Not recursive, because a body may be deep. */
  visit(root: unknown, rootKey: string): void {
    const open: [key: string, value: unknown][] = [[rootKey, root]];
    for (let next = open.pop(); next && this.relation !== 'theirs'; next = open.pop()) {
      const [key, value] = next;
      if (Array.isArray(value)) open.push(...value.map((item): [string, unknown] => [key, item]));
      else if (typeof value === 'object' && value !== null) {
        for (const [name, inner] of Object.entries(value)) open.push([name === 'id' ? key : name, inner]);
      } else this.leaf(key, value);
    }
  }

  text(text: string): void {
    for (const [, kind, id = ''] of text.matchAll(GID)) this.id(kind === 'Order' ? 'order' : 'customer', id);
    const lower = text.toLowerCase();
    if (this.traces.some((trace) => trace.test(lower)) || this.isPhone(text)) this.relation ??= 'mentioned';
  }

  private leaf(key: string, value: unknown): void {
    if (typeof value === 'number') this.id(key, String(value));
    else if (typeof value === 'string') {
      this.id(key, value);
      this.text(value);
    }
  }

  private id(key: string, value: string): void {
    const { externalIds, orderIds } = this.wanted;
    const theirs =
      (CUSTOMER_KEYS.has(key) && externalIds.includes(value)) || (ORDER_KEYS.has(key) && orderIds.includes(value));
    if (theirs) this.relation = 'theirs';
  }

  /** A phone number may be written with or without spaces and country code. */
  private isPhone(text: string): boolean {
    if (this.phones.size === 0 || text.length > 40 || !/^[+\d][\d\s().+/-]*$/.test(text)) return false;
    const digits = digitsOf(text);
    return (
      digits.length >= SHORTEST_PHONE && [...this.phones].some((one) => one.endsWith(digits) || digits.endsWith(one))
    );
  }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

const unescaped = (text: string): string =>
  text
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\/', '/');
