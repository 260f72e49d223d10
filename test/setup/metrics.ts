import { expect } from 'vitest';
import { waitFor } from './wait-for.js';

/** Text of the page of metrics. The service caches the page for a second. */
export async function metricsOf({ url }: { readonly url: string }): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

/** Waits until the page of metrics of a service matches `line`: a counter may change after the rows that it counts. */
export async function expectMetric(app: { readonly url: string }, line: RegExp): Promise<void> {
  let page = '';
  await waitFor(async () => line.test((page = await metricsOf(app))));
  expectNobodyIn(page);
}

/** No value of a label is an id, an address, or the domain of a store of a test. */
function expectNobodyIn(page: string): void {
  const values = [...page.matchAll(/\w+="((?:[^"\\]|\\.)*)"/g)].map(([, value = '']) => value);
  expect(values.filter((value) => /@|[0-9a-f]{8}-[0-9a-f]{4}-|myshopify|example/i.test(value))).toEqual([]);
}
