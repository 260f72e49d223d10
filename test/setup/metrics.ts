import { waitFor } from './wait-for.js';

/** Text of the page of metrics. The service caches the page for a second. */
export async function metricsOf({ url }: { readonly url: string }): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

/** Waits until the page of metrics of a service matches `line`: a counter may change after the rows that it counts. */
export async function expectMetric(app: { readonly url: string }, line: RegExp): Promise<void> {
  await waitFor(async () => line.test(await metricsOf(app)));
}
