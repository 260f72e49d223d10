import type { SenderStatistics } from '#libs/simulators';
import type { Latency } from './latency.js';
import type { Scene } from './scene.js';

/** The result of one segment. */
export interface SegmentResult {
  readonly name: string;
  readonly actual: number;
  readonly expected: number;
  readonly sameMembers: boolean;
  /** Undefined without a reference. */
  readonly sameAsReference?: boolean;
}

export interface Figures {
  readonly backfilled: number;
  readonly sent: SenderStatistics;
  readonly accepted: number;
  readonly duplicates: number;
  readonly failed: number;
  readonly seconds: number;
  readonly segments: readonly SegmentResult[];
  readonly underLoad: Latency;
  readonly idle: Latency;
}

export const isAsExpected = ({ segments, failed }: Figures): boolean =>
  failed === 0 && segments.every(({ sameMembers, sameAsReference }) => sameMembers && sameAsReference !== false);

const number = (value: number): string => value.toLocaleString('en-US');
const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const row = (label: string, value: string): void => console.log(`  ${label.padEnd(31)}${value}`);

export function printSummary(figures: Figures): void {
  const { sent, underLoad, idle } = figures;
  console.log('\nDeliveries');
  row('orders found by the backfill', number(figures.backfilled));
  row('sent', number(sent.sent));
  row('answered 200', number(sent.byStatus['200'] ?? 0));
  row('processed', number(figures.accepted));
  row('duplicates absorbed', number(figures.duplicates));
  row('failed', number(figures.failed));
  row(
    'from first to last member',
    `${figures.seconds.toFixed(1)} s (${number(Math.round(figures.accepted / figures.seconds))} deliveries/s)`,
  );
  printSegments(figures.segments);
  console.log('\nTime from send to membership');
  row(
    'while all of it ran',
    `median ${ms(underLoad.medianMs)}, p99 ${ms(underLoad.p99Ms)} (${number(underLoad.samples)} customers)`,
  );
  row('one order, idle service', `median ${ms(idle.medianMs)}, p99 ${ms(idle.p99Ms)} (${number(idle.samples)} orders)`);
}

export function printScene({ title, lines, asExpected }: Scene): void {
  console.log(`\n${title}${asExpected ? '' : ': NOT AS EXPECTED'}`);
  for (const [label, value] of lines) row(label, value);
}

function printSegments(segments: readonly SegmentResult[]): void {
  console.log(`\n${'Segments'.padEnd(24)}${'members'.padStart(10)}${'expected'.padStart(10)}  member by member`);
  for (const { name, actual, expected, sameMembers, sameAsReference } of segments) {
    const reference =
      sameAsReference === undefined ? '' : sameAsReference ? ', reference hash too' : ', BUT NOT AS THE REFERENCE';
    const verdict = sameMembers ? `the same${reference}` : 'DIFFERENT';
    console.log(`  ${name.padEnd(22)}${number(actual).padStart(10)}${number(expected).padStart(10)}  ${verdict}`);
  }
}

/** The store answers with a one-time code, so the link signs in as often as it is opened. */
export const studioLink = (url: string, shop: string) => `${url}/platform-a/auth?shop=${shop}`;

/** Prints the variables under the names that the examples of docs/guides use. */
export function printWhereToLook(url: string, shop: string, names: Readonly<Record<string, string>>): void {
  console.log(`\nWhere to look next (the service is up; Ctrl-C ends it)`);
  row('the studio, signed in', studioLink(url, shop));
  row('API documentation', `${url}/docs`);
  row('metrics', `${url}/metrics`);
  row('health', `${url}/health/ready`);
  console.log('\nPaste this into another terminal, and the examples of docs/guides work there:\n');
  console.log(`export PUBLIC_URL=${url}`);
  for (const [name, value] of Object.entries(names)) console.log(`export ${name}=${value}`);
  console.log('export AUTH="Authorization: Bearer $TOKEN"');
  console.log('curl -H "$AUTH" "$PUBLIC_URL/admin/segments?brandId=$BRAND"');
}
