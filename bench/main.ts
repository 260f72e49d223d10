import { parseArgs } from 'node:util';
import { describeMachine, type Machine, machineLine } from './support/machine.js';
import type { BenchOptions } from './support/options.js';
import { saveResult } from './support/results.js';
import { startDatastores, type Datastores } from './support/datastores.js';

type Benchmark = (datastores: Datastores, options: BenchOptions) => Promise<object>;

/** Each benchmark is loaded only before it runs, because its modules would count in the memory of the others. */
const BENCHMARKS: Readonly<Record<string, () => Promise<Benchmark>>> = {
  intake: async () => (await import('./intake/intake.bench.js')).benchIntake,
  tracing: async () => (await import('./tracing/tracing.bench.js')).benchTracing,
  drain: async () => (await import('./drain/drain.bench.js')).benchDrain,
  fleet: async () => (await import('./fleet/fleet.bench.js')).benchFleet,
  images: async () => (await import('./images/images.bench.js')).benchImages,
  personal: async () => (await import('./personal/personal.bench.js')).benchPersonal,
  isolation: async () => (await import('./isolation/isolation.bench.js')).benchIsolation,
  email: async () => (await import('./email/email.bench.js')).benchEmail,
  segments: async () => (await import('./segments/segments.bench.js')).benchSegments,
  previews: async () => (await import('./previews/previews.bench.js')).benchPreviews,
  backfill: async () => (await import('./backfill/backfill.bench.js')).benchBackfill,
  import: async () => (await import('./import/import.bench.js')).benchImport,
  bodies: async () => (await import('./bodies/bodies.bench.js')).benchBodies,
  ageing: async () => (await import('./ageing/ageing.bench.js')).benchAgeing,
  erasure: async () => (await import('./erasure/erasure.bench.js')).benchErasure,
  distributed: async () => (await import('./distributed/distributed.bench.js')).benchDistributed,
  start: async () => (await import('./start/start.bench.js')).benchStart,
  lookups: async () => (await import('./lookups/lookups.bench.js')).benchLookups,
  exports: async () => (await import('./exports/exports.bench.js')).benchExports,
  events: async () => (await import('./events/events.bench.js')).benchEvents,
  lift: async () => (await import('./lift/lift.bench.js')).benchLift,
};
const NAMES = Object.keys(BENCHMARKS);
const USAGE = `usage: npm run bench -- [${NAMES.join(' | ')}] [--quick] [--count N]`;

class UsageError extends Error {}

function readArguments(words: readonly string[]): { names: readonly string[]; options: BenchOptions } {
  const { values, positionals } = parse(words);
  const unknown = positionals.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) throw new UsageError(`There is no benchmark ${unknown.join(', ')}.`);
  const count = values.count === undefined ? undefined : Number(values.count);
  if (count !== undefined && !(Number.isInteger(count) && count >= 1_000 && count <= 1_000_000)) {
    throw new UsageError('--count must be a whole number from 1000 to 1000000.');
  }
  return { names: positionals.length > 0 ? positionals : NAMES, options: { quick: values.quick, count } };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { quick: { type: 'boolean', default: false }, count: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function run(names: readonly string[], options: BenchOptions): Promise<void> {
  const datastores = await startDatastores();
  try {
    const machine = await describeMachine(datastores);
    console.log(machineLine(machine));
    for (const name of names) await runOne(name, datastores, machine, options);
  } finally {
    await datastores.stop();
  }
}

async function runOne(name: string, datastores: Datastores, machine: Machine, options: BenchOptions): Promise<void> {
  console.log(`\n== ${name}${options.quick ? ' (quick: not to be quoted)' : ''}`);
  const benchmark = await BENCHMARKS[name]?.();
  const result = await benchmark?.(datastores, options);
  console.log(`\nwritten to ${await saveResult(name, machine, { options, ...result })}`);
}

try {
  const { names, options } = readArguments(process.argv.slice(2));
  await run(names, options);
} catch (error) {
  console.error(error instanceof UsageError ? `${error.message}\n${USAGE}` : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
