import { readOrdersCsv } from '#libs/simulators';
import { assignmentNumber, groupOf } from '#libs/lift';
import { Random } from '#libs/random';
import { recipientsOf } from './stores.js';
import { type Change, type Labels, HELD_PERCENT, SPAN_DAYS, type Story, WINDOW_DAYS } from './story.js';

/** The orders of one customer in the order of time. */
interface Past {
  readonly id: string;
  readonly orders: readonly { readonly day: number; readonly total: number }[];
}

/** The real orders of a store. */
export interface OrderBook {
  readonly customers: readonly Past[];
  readonly firstDay: number;
  readonly lastDay: number;
}

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
const SILENCE = { least: 60, most: 240 };

/** Reads a CSV file, plain or gzipped, with the columns order_id, customer_id, ordered_at, quantity and total. */
export async function readOrderBook(path: string): Promise<OrderBook> {
  const { events } = await readOrdersCsv(path);
  const orders = new Map<string, { day: number; total: number }[]>();
  const days: number[] = [];
  for (const event of events) {
    if (event.topic !== 'orders/create' || !event.order.customer) continue;
    const order = { day: event.at / DAY_MS, total: event.order.totalCents / 100 };
    const own = orders.get(event.order.customer.id);
    if (own) own.push(order);
    else orders.set(event.order.customer.id, [order]);
    days.push(order.day);
  }
  const customers = [...orders].map(([id, own]) => ({ id, orders: own }));
  return { customers, firstDay: days[0] ?? 0, lastDay: days.at(-1) ?? 0 };
}

/**
 * An experiment on real orders: customers enter once they have been silent for some days, and are divided at random.
 * Nobody got an email, so the groups do not differ.
 */
export function placeboSplit(book: OrderBook, seed: string, index: number): Story & Labels {
  const random = new Random(`${seed}/placebo/${index}`);
  const percent = random.pick(HELD_PERCENT);
  const silence = SILENCE.least + random.integer(SILENCE.most - SILENCE.least + 1);
  const latest = book.lastDay + 1 - WINDOW_DAYS - SPAN_DAYS;
  const earliest = Math.min(latest, book.firstDay + silence);
  const from = earliest + random.integer(latest - earliest + 1);
  const entrants = book.customers.flatMap((past) => {
    const day = entryOf(past, silence, from);
    return day === null ? [] : [{ past, day }];
  });
  const kept = recipientsOf(random) / entrants.length;
  const experiment = { salt: random.uuid(), scopeId: random.uuid() };
  const changes = entrants.flatMap(({ past, day }): Change[] => {
    if (!random.chance(kept)) return [];
    const group = groupOf(assignmentNumber({ ...experiment, customerId: past.id }), percent);
    return [{ day: day + WINDOW_DAYS - from, group, unit: unitOf(past, day), before: null }];
  });
  changes.sort((one, other) => one.day - other.day);
  return { percent, changes, recipients: changes.length, labels: [`${percent} % held back`] };
}

/** The first day of the experiment on which the customer's latest order is `silence` days old. */
function entryOf({ orders }: Past, silence: number, from: number): number | null {
  for (const [index, { day }] of orders.entries()) {
    const entry = day + silence;
    if (entry < from) continue;
    if (entry >= from + SPAN_DAYS) return null;
    const next = orders[index + 1];
    if (!next || next.day >= entry) return entry;
  }
  return null;
}

function unitOf({ orders }: Past, entry: number): Change['unit'] {
  const between = (from: number, to: number) => orders.filter(({ day }) => day >= from && day < to);
  const inWindow = between(entry, entry + WINDOW_DAYS);
  return {
    cameBack: inWindow.length > 0,
    revenue: totalOf(inWindow),
    priorSpend: totalOf(between(entry - YEAR_DAYS, entry)),
  };
}

const totalOf = (orders: Past['orders']): number => orders.reduce((sum, { total }) => sum + total, 0);
