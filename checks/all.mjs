// Runs every `check:` script of package.json, two at a time, because most of them use one core. Prints the output of
// each when it has ended. All of them run, also after one has failed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const AT_ONCE = 2;
const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const left = Object.entries(scripts).filter(([name]) => name.startsWith('check:'));
const failed = [];

const run = (command) =>
  new Promise((resolve) => {
    const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };
    const child = spawn(command, { cwd: root, env, shell: true });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
    child.on('close', (code) => resolve({ code, output: Buffer.concat(output).toString() }));
  });

async function runSome() {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, command] = next;
    const begun = performance.now();
    const { code, output } = await run(command);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const end = `${name} ${code === 0 ? 'passed' : 'FAILED'} after ${seconds} s`;
    process.stdout.write(`${output.trimEnd()}\n${end}\n\n`);
    if (code !== 0) failed.push(name);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, runSome));
if (failed.length > 0) process.stdout.write(`Failed: ${failed.join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
