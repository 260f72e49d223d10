import { appendFile, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Compositor } from '#libs/compositor';
import { caseAt, CASES } from './cases.js';
import { allRead, LEAST_READ } from './read-back.js';
import { reportOf } from './report.js';
import { materialFor } from './material.js';
import { type Outcome, verify } from './verify.js';

/**
 * Draws banners and grids in all formats, scripts, brands and families, on all cores, and fails where one breaks a hard
 * rule of the critic. Every outcome is a line of the file `--out`; a run that was interrupted goes on where it was.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: String(CASES) },
    shard: { type: 'string', default: '1/1' },
    threads: { type: 'string', default: String(availableParallelism()) },
    out: { type: 'string' },
    /** A folder with photographs of products as .jpg files, which are drawn too. */
    photos: { type: 'string' },
    /** Also reads the words of English images back from their pixels. */
    read: { type: 'boolean', default: false },
    /** Only the cases of this language, such as `English`. */
    script: { type: 'string' },
  },
});

function numberOf(name: string, text: string, least: number): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < least) throw new Error(`--${name} must be a whole number from ${least}`);
  return number;
}

async function known(file: string | undefined): Promise<Outcome[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch(() => '');
  // The last line may be half written.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Outcome);
}

async function run(): Promise<readonly Outcome[]> {
  const seed = numberOf('seed', values.seed, 0);
  const count = Math.min(CASES, numberOf('count', values.count, 1));
  const threads = numberOf('threads', values.threads, 1);
  const [, own = '', of = ''] = /^(\d+)\/(\d+)$/.exec(values.shard) ?? [];
  const [shard, shards] = [numberOf('shard', own, 1), numberOf('shard', of, 1)];
  const outcomes = await known(values.out);
  const done = new Set(outcomes.map(({ number }) => number));
  const cases = Array.from({ length: count }, (_, place) => place)
    .filter((place) => place % shards === shard - 1)
    .map((place) => caseAt(seed, place))
    .filter(({ number, script }) => !done.has(number) && (values.script ?? script) === script);
  const compositor = new Compositor({ threads });
  const material = await materialFor(compositor, values.photos);
  if (values.photos === undefined) console.log('Without --photos only drawn photographs are used.');
  let next = 0;
  const work = async (): Promise<void> => {
    for (let one = cases[next++]; one; one = cases[next++]) {
      const outcome = await verify(compositor, one, material, values.read);
      outcomes.push(outcome);
      if (values.out !== undefined) await appendFile(values.out, `${JSON.stringify(outcome)}\n`);
      if (outcome.faults.length > 0) {
        console.log(`case ${one.number}: ${one.family}, ${one.script}: ${outcome.faults.join(', ')}`);
      }
    }
  };
  await Promise.all(Array.from({ length: threads + 1 }, work));
  await compositor.close();
  return outcomes;
}

const outcomes = await run();
console.log(`\n${reportOf(outcomes)}`);
if (outcomes.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
if (values.read) {
  const { words, found, misread } = allRead(outcomes);
  for (const text of misread.slice(0, 50)) console.log(text);
  console.log(`${found} of ${words} English words were read back`);
  if (found < words * LEAST_READ || words === 0) process.exitCode = 1;
}
