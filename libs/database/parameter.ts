import { binaryList } from './binary-list.js';

const SPECIAL = /["\\]/;

/** Shorter lists take less time as texts. */
const LONG = 64;

/** The element types of the lists in a statement (`$2::uuid[]`), by the number of the parameter. */
export const elementTypesOf = (text: string): ReadonlyMap<number, string> =>
  new Map([...text.matchAll(/\$(\d+)::(\w+)\[\]/g)].map(([, number, type = '']) => [Number(number), type]));

/**
 * A bind parameter for the driver. Long lists of a known type become binary arrays. Other lists become texts that
 * Postgres reads as arrays here, because the driver needs several times as long. Of these, lists with dates or bytes
 * are left to the driver.
 */
export function parameterOf(value: unknown, elementType?: string): unknown {
  if (!Array.isArray(value)) return value;
  const list = value as readonly unknown[];
  const binary = elementType !== undefined && list.length >= LONG ? binaryList(elementType, list) : undefined;
  return binary ?? textOf(list);
}

function textOf(list: readonly unknown[]): unknown {
  const elements: string[] = [];
  for (const element of list) {
    const text = elementOf(element);
    if (text === undefined) return list;
    elements.push(text);
  }
  return `{${elements.join(',')}}`;
}

function elementOf(element: unknown): string | undefined {
  switch (typeof element) {
    case 'string':
      return `"${SPECIAL.test(element) ? element.replaceAll(/["\\]/g, String.raw`\$&`) : element}"`;
    case 'number':
    case 'boolean':
      return String(element);
    default:
      return element === null ? 'NULL' : undefined;
  }
}
