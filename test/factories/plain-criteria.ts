import type { Criteria, Person, PersonsOrder } from './people.js';
import { DAY } from './people.js';

export interface Fifths {
  readonly recency: readonly number[];
  readonly frequency: readonly number[];
  readonly monetary: readonly bigint[];
}

/** Whether a customer meets the criteria, computed from the orders by the rules, one key after the other. */
export function meets(criteria: Criteria, person: Person, now: number, fifths: Fifths): boolean {
  return Object.entries(criteria).every(([key, value]) => meetsKey(key, value, person, now, fifths));
}

function meetsKey(key: string, value: unknown, person: Person, now: number, fifths: Fifths): boolean {
  const orders = person.orders.filter(({ counted }) => counted);
  const total = orders.reduce((sum, { net }) => sum + net, 0n);
  const times = orders.map(({ at }) => at);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const some = orders.length > 0;
  const bought = (ids: unknown): boolean => orders.some(({ products }) => products.some((id) => listed(ids, id)));
  switch (key) {
    case 'all':
      return (value as Criteria[]).every((child) => meets(child, person, now, fifths));
    case 'any':
      return (value as Criteria[]).some((child) => meets(child, person, now, fifths));
    case 'not':
      return !meets(value as Criteria, person, now, fifths);
    case 'minPurchaseAmount':
      return total >= tenThousandths(value);
    case 'maxPurchaseAmount':
      return total <= tenThousandths(value);
    case 'minOrders':
      return orders.length >= Number(value);
    case 'maxOrders':
      return orders.length <= Number(value);
    case 'minAverageOrderAmount':
      return some && total >= tenThousandths(value) * BigInt(orders.length);
    case 'maxAverageOrderAmount':
      return some && total <= tenThousandths(value) * BigInt(orders.length);
    case 'minSingleOrderAmount':
      return orders.some(({ net }) => net >= tenThousandths(value));
    case 'lastOrderOlderThanDays':
      return some && now >= last + Number(value) * DAY;
    case 'lastOrderWithinDays':
      return some && now < last + Number(value) * DAY;
    case 'firstOrderOlderThanDays':
      return some && now >= first + Number(value) * DAY;
    case 'firstOrderWithinDays':
      return some && now < first + Number(value) * DAY;
    case 'noOrders':
      return !some;
    case 'purchasedProductIds':
      return bought(value);
    case 'notPurchasedProductIds':
      return !bought(value);
    case 'marketing':
      return person.marketing === value;
    case 'emailDomains':
      return (value as string[]).some((domain) => inDomain(person.email ?? '', domain));
    case 'countries':
      return listed(value, person.country ?? lastBilling(orders));
    case 'rfm':
      return some && inFifths(value as Record<string, number[]>, { last, count: orders.length, total }, fifths);
    default:
      throw new Error(`no rule for ${key}`);
  }
}

const listed = (list: unknown, item: string | null): boolean => item !== null && (list as string[]).includes(item);

const tenThousandths = (value: unknown): bigint => {
  const [whole = '0', fraction = ''] = String(value).split('.');
  return BigInt(whole) * 10_000n + BigInt(fraction.padEnd(4, '0') || '0');
};

function inDomain(email: string, domain: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1);
  if (domain.startsWith('@')) return host === domain.slice(1);
  if (domain.startsWith('.')) return host.endsWith(domain);
  return host === domain || host.endsWith(`.${domain}`);
}

/** The country of the last order that has one. Of two orders at one instant it is the later one in the list. */
function lastBilling(orders: readonly PersonsOrder[]): string | null {
  const known = orders.filter(({ billingCountry }) => billingCountry !== null);
  return known.toSorted((a, b) => a.at - b.at).at(-1)?.billingCountry ?? null;
}

function inFifths(
  ranges: Record<string, number[]>,
  { last, count, total }: { last: number; count: number; total: bigint },
  fifths: Fifths,
): boolean {
  const scores: Record<string, number> = {
    recency: fifths.recency.filter((boundary) => last > boundary).length + 1,
    frequency: fifths.frequency.filter((boundary) => count > boundary).length + 1,
    monetary: fifths.monetary.filter((boundary) => total > boundary).length + 1,
  };
  return Object.entries(ranges).every(([part, [from = 0, to = 0]]) => {
    const score = scores[part] ?? 0;
    return score >= from && score <= to;
  });
}

/** The highest values of the first four fifths of the customers with a counted order. */
export function fifthsOf(people: readonly Person[]): Fifths {
  const buyers = people.map(({ orders }) => orders.filter(({ counted }) => counted)).filter(({ length }) => length > 0);
  const cuts = <T extends number | bigint>(values: T[]): T[] => {
    const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return [1, 2, 3, 4].flatMap((fifth) => sorted[Math.ceil((fifth * sorted.length) / 5) - 1] ?? []);
  };
  return {
    recency: cuts(buyers.map((orders) => Math.max(...orders.map(({ at }) => at)))),
    frequency: cuts(buyers.map((orders) => orders.length)),
    monetary: cuts(buyers.map((orders) => orders.reduce((sum, { net }) => sum + net, 0n))),
  };
}
