import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withLock } from '#libs/local-services';

const MAIN = join(import.meta.dirname, '../../dist/src/demo/main.js');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rekindle-demo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function demo(...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [MAIN, '--data-dir', folder, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  const ended = once(child, 'exit');
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  const [code] = (await ended) as [number];
  return { code, output };
}

describe('the demo refuses, in words and before it starts anything,', () => {
  it('to keep its data where no folder can be', async () => {
    expect(await demo('--data-dir', '/proc/here')).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^--data-dir: E[A-Z]+: .*\n$/) as string,
    });
  });

  it('to run beside another on the same data', async () => {
    const refused = await withLock(join(folder, 'demo.lock'), () => demo());
    expect(refused).toEqual({
      code: 2,
      output: `A demo already runs on ${folder} (process ${process.pid}). Stop it, or give another --data-dir.\n`,
    });
  });
});
