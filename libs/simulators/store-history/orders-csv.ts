import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CsvError, parse } from 'csv-parse/sync';
import type { RecordEvent } from '../records/record-event.js';
import { customerRecord, lineItemRecord, orderRecord } from '../records/record-factories.js';
import type { CustomerRecord, OrderRecord, PlatformId } from '../records/records.js';
import type { StoreHistory } from './history.js';
import { PlatformIds } from './platform-ids.js';

/** A history from a file, with a map from platform ids to the ids in the file. */
export interface CsvHistory extends StoreHistory {
  /** Platform id to `customer_id` exactly as written: `00001` keeps its zeros. */
  readonly originalCustomerIds: ReadonlyMap<PlatformId, string>;
}

/** The invalid rows of an orders file, at most ten, each with its line. */
export class OrdersCsvError extends Error {
  constructor(
    file: string,
    readonly problems: readonly string[],
  ) {
    super(`${file} is not a usable orders file:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'OrdersCsvError';
  }
}

const COLUMNS = ['order_id', 'customer_id', 'ordered_at', 'quantity', 'total'] as const;
type Column = (typeof COLUMNS)[number];

interface Row {
  readonly line: number;
  readonly fields: Readonly<Record<Column, string>>;
}

const PROBLEMS_SHOWN = 10;

/**
 * Reads orders from a CSV file, plain or gzipped: columns order_id, customer_id, ordered_at (a date, or a date with a
 * time; UTC where no zone is given), quantity and total (in the store's currency, at most two places). Each row becomes
 * one paid order. Throws OrdersCsvError.
 */
export async function readOrdersCsv(path: string): Promise<CsvHistory> {
  const file = basename(path);
  const bytes = await readFile(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const rows = parseRows(file, isGzip ? unzip(file, bytes) : bytes);
  const problems = problemsOf(rows);
  if (problems.length > 0) throw new OrdersCsvError(file, problems);
  return historyOf(rows);
}

function unzip(file: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw new OrdersCsvError(file, [`it can not be unzipped: ${error instanceof Error ? error.message : ''}`]);
  }
}

function parseRows(file: string, content: Buffer): Row[] {
  try {
    const records = parse(content, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      columns: (header: string[]) => checkedHeader(file, header),
    }) as unknown as { info: { lines: number }; record: Record<Column, string> }[];
    return records.map(({ info, record }) => ({ line: info.lines, fields: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new OrdersCsvError(file, [`line ${String(error['lines'])}: ${error.message}`]);
  }
}

function checkedHeader(file: string, header: string[]): string[] {
  const names = header.map((name) => name.trim());
  const missing = COLUMNS.filter((column) => !names.includes(column));
  if (missing.length === 0) return names;
  throw new OrdersCsvError(file, [`line 1: the header lacks ${missing.join(', ')}`]);
}

function problemsOf(rows: readonly Row[]): string[] {
  const problems: string[] = [];
  const lineOfOrder = new Map<string, number>();
  for (const { line, fields } of rows) {
    const say = (column: Column, wanted: string): number =>
      problems.push(`line ${line}: ${column} must be ${wanted}, not '${fields[column]}'`);
    const earlier = lineOfOrder.get(fields.order_id);
    if (fields.order_id === '') say('order_id', 'present');
    else if (earlier !== undefined) problems.push(`line ${line}: order_id '${fields.order_id}' was on line ${earlier}`);
    if (fields.customer_id === '') say('customer_id', 'present');
    if (instantOf(fields.ordered_at) === null) say('ordered_at', 'a date such as 1997-01-31 or 1997-01-31T08:00:00Z');
    if (!/^[1-9]\d{0,6}$/.test(fields.quantity)) say('quantity', 'a whole number from 1');
    if (!/^\d{1,12}(\.\d{1,2})?$/.test(fields.total)) say('total', 'an amount from 0 with at most two places');
    if (problems.length >= PROBLEMS_SHOWN) return [...problems.slice(0, PROBLEMS_SHOWN), 'and perhaps more'];
    lineOfOrder.set(fields.order_id, line);
  }
  return problems;
}

/** Milliseconds since the epoch; null for an invalid date such as 30 February. */
function instantOf(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  if (!match) return null;
  const [, day = '', time = '00:00:00', zone = 'Z'] = match;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return null;
  const at = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(at) ? null : at;
}

function centsOf(total: string): number {
  const [whole = '0', fraction = ''] = total.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

function historyOf(rows: readonly Row[]): CsvHistory {
  const ids = new PlatformIds();
  const customers = customersOf(rows, ids);
  const orders = rows.map((row, index) =>
    orderOf(row, 1001 + index, customers.get(row.fields.customer_id) ?? null, ids),
  );
  const events = orders.map((order, index) => eventOf(order, rows[index]?.fields.order_id ?? ''));
  return {
    catalogue: [],
    customers: [...customers.values()],
    orders,
    events: events.sort((a, b) => a.at - b.at),
    originalCustomerIds: new Map([...customers].map(([original, { id }]) => [id, original])),
  };
}

/** Each customer is as old as their first order. */
function customersOf(rows: readonly Row[], ids: PlatformIds): Map<string, CustomerRecord> {
  const firstSeen = new Map<string, number>();
  for (const { fields } of rows) {
    const at = instantOf(fields.ordered_at) ?? 0;
    firstSeen.set(fields.customer_id, Math.min(at, firstSeen.get(fields.customer_id) ?? at));
  }
  const customers = new Map<string, CustomerRecord>();
  for (const [original, createdAt] of firstSeen) {
    const id = ids.take('customer');
    customers.set(original, customerRecord({ id, createdAt, email: `customer${id}@example.com` }));
  }
  return customers;
}

function orderOf({ fields }: Row, number: number, customer: CustomerRecord | null, ids: PlatformIds): OrderRecord {
  const quantity = Number(fields.quantity);
  const total = centsOf(fields.total);
  // A total that is not divisible by the quantity becomes the next larger price with a discount of some cents.
  const priceCents = Math.ceil(total / quantity);
  return orderRecord({
    id: ids.take('order'),
    number,
    createdAt: instantOf(fields.ordered_at) ?? 0,
    customer,
    lineItems: [lineItemRecord({ id: ids.take('lineItem'), title: `Order ${fields.order_id}`, priceCents, quantity })],
    discountCents: priceCents * quantity - total,
  });
}

function eventOf(order: OrderRecord, orderId: string): RecordEvent {
  return {
    topic: 'orders/create',
    order,
    at: order.createdAt,
    webhookId: uuidOf(orderId),
    eventId: uuidOf(`event ${orderId}`),
  };
}

/** A UUID that depends only on the text, so that a file that is played twice has the same webhook ids. */
function uuidOf(text: string): string {
  const hex = createHash('md5').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-3${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
