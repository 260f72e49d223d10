import { parseJsonLosslessly } from '#libs/kernel';

/**
 * A number or text under one of these keys, or the `id` of an object under one of them, is the id of a customer or an
 * order.
 */
const CUSTOMER_KEYS = new Set(['customer_id', 'customerId', 'customer']);
const ORDER_KEYS = new Set(['order_id', 'orderId', 'order', 'orders_requested', 'orders_to_redact']);
const GID = /\/(Customer|Order)\/(\d+)(?:\D|$)/g;

/** What a walk over a body reports. */
export interface BodyReader {
  /** The id of a customer or an order. */
  id(kind: 'customer' | 'order', id: string): void;
  /** Any text, with its escapes decoded. */
  text(text: string): void;
  /** Whether the rest of the body is of no interest. */
  isDone(): boolean;
}

/** Walks a body. One that can't be parsed is read as one text. */
export function walkBody(topic: string, body: Buffer, reader: BodyReader): void {
  let root: unknown;
  try {
    root = parseJsonLosslessly(body);
  } catch {
    readText(unescaped(body.toString('utf8')), reader);
    return;
  }
  walkObject(topic, root, reader);
}

/** Walks a parsed body. Not recursive, because a body may be deep. */
export function walkObject(topic: string, root: unknown, reader: BodyReader): void {
  // The nearest key above gives an `id` its meaning.
  const open: [key: string, value: unknown][] = [[rootKey(topic), root]];
  for (let next = open.pop(); next && !reader.isDone(); next = open.pop()) {
    const [key, value] = next;
    if (typeof value === 'string') {
      readId(key, value, reader);
      readText(value, reader);
    } else if (typeof value === 'number') readId(key, String(value), reader);
    else if (Array.isArray(value)) for (const item of value) open.push([key, item]);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) open.push([name === 'id' ? key : name, inner]);
    }
  }
}

/** The body of a customer or an order has its id under the key `id`. */
function rootKey(topic: string): string {
  if (topic.startsWith('customers/')) return 'customer';
  return topic.startsWith('orders/') ? 'order' : '';
}

function readId(key: string, value: string, reader: BodyReader): void {
  if (CUSTOMER_KEYS.has(key)) reader.id('customer', value);
  else if (ORDER_KEYS.has(key)) reader.id('order', value);
}

function readText(text: string, reader: BodyReader): void {
  if (text.includes('/Customer/') || text.includes('/Order/')) {
    for (const [, kind, id = ''] of text.matchAll(GID)) reader.id(kind === 'Order' ? 'order' : 'customer', id);
  }
  reader.text(text);
}

const unescaped = (text: string): string =>
  text
    .replace(/\\u([\da-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\/', '/');
