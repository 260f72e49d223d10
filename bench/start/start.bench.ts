import { once } from 'node:events';
import { statSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Datastores, PROJECT, withDatabase } from '../support/datastores.js';
import { type Goal, goalLines } from '../support/goals.js';
import type { BenchOptions } from '../support/options.js';
import { Service } from '../support/service.js';
import { decimals, median, table } from '../support/table.js';
import { timed } from '../support/timed.js';

const DATABASE = 'bench_start';
const ROUNDS = { quick: 1, full: 5 };
const MOST_SECONDS = 3;

interface Row {
  readonly what: string;
  readonly seconds: readonly number[];
}

/** From the command to the first answer of /health/ready, with servers and a build that are there. */
export async function benchStart(datastores: Datastores, { quick }: BenchOptions): Promise<object> {
  const rounds = quick ? ROUNDS.quick : ROUNDS.full;
  const bare: number[] = [];
  const direct: number[] = [];
  const byNpm: number[] = [];
  await withDatabase(datastores, DATABASE, async (_client, databaseUrl) => {
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await untilNpmRuns());
      direct.push(await untilReady(datastores, databaseUrl, false));
      byNpm.push(await untilReady(datastores, databaseUrl, true));
    }
  });
  return report([
    { what: '`npm` that only prints its version (the least)', seconds: bare },
    { what: '`node dist/src/main.js`', seconds: direct },
    { what: '`npm start`', seconds: byNpm },
  ]);
}

/** Seconds. */
async function untilReady(datastores: Datastores, databaseUrl: string, byNpm: boolean): Promise<number> {
  const built = builtAt();
  let service: Service | undefined;
  const milliseconds = await timed(async () => {
    service = await Service.start({ ...datastores, databaseUrl, role: 'all', byNpm });
  });
  await service?.stop();
  if (builtAt() !== built) throw new Error('the start has built again');
  return milliseconds / 1_000;
}

/** The beginning of the last build. */
const builtAt = (): number => statSync(join(PROJECT, 'dist/built')).mtimeMs;

async function untilNpmRuns(): Promise<number> {
  const milliseconds = await timed(async () => {
    const [code] = (await once(spawn('npm', ['--version'], { stdio: 'ignore' }), 'exit')) as [number | null];
    if (code !== 0) throw new Error('npm does not run');
  });
  return milliseconds / 1_000;
}

function report(rows: readonly Row[]): object {
  const least = median(rows[0]?.seconds ?? []);
  const slowest = Math.max(...(rows.at(-1)?.seconds ?? []));
  console.log(
    table<Row>(
      [
        { title: 'until /health/ready', cell: ({ what }) => what, align: 'left' },
        { title: 'median s', cell: ({ seconds }) => decimals(median(seconds), 2) },
        { title: 'slowest s', cell: ({ seconds }) => decimals(Math.max(...seconds), 2) },
        { title: 'x least', cell: ({ seconds }) => decimals(median(seconds) / least, 1) },
      ],
      rows,
    ),
  );
  const goals: Goal[] = [
    {
      text: `\`npm start\` is ready within ${MOST_SECONDS} s`,
      reached: slowest <= MOST_SECONDS,
      measured: `${decimals(slowest, 2)} s`,
    },
  ];
  console.log(`\n${goalLines(goals)}`);
  return { rows, goals };
}
