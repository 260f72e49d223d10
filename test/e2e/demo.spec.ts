import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withLock } from '#libs/local-services';
import { Demo } from '../../bench/studio-gallery/demo.js';
import { hasChromium, WITHOUT_CHROMIUM } from '../../bench/support/chromium.js';
import { StudioBrowser } from '../setup/studio-browser.js';
import { wordsOf } from '../setup/studio-words.js';

const MAIN = join(import.meta.dirname, '../../dist/src/demo/main.js');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rekindle-demo-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const demo = (...args: string[]) => demoIn({}, '--data-dir', folder, ...args);

async function demoIn(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  const ended = once(child, 'exit');
  const output = (await Promise.all([text(child.stdout), text(child.stderr)])).join('');
  const [code] = (await ended) as [number];
  return { code, output };
}

describe('the demo refuses, with a message and before it starts anything,', () => {
  it('to keep its data where it cannot create a folder', async () => {
    expect(await demo('--data-dir', '/proc/here')).toMatchObject({
      code: 2,
      output: expect.stringMatching(/^--data-dir: E[A-Z]+: .*\n$/) as string,
    });
  });

  it('to play a file of orders that it cannot read', async () => {
    const file = join(folder, 'orders.csv');
    await writeFile(file, 'order_id,customer_id,ordered_at,quantity,total\n1,a,yesterday,1,9.90\n');
    expect(await demo('--orders', file)).toMatchObject({
      code: 2,
      output: expect.stringMatching(
        /^orders\.csv is not a usable orders file:\n {2}line 2: ordered_at .*\n$/,
      ) as string,
    });
    const zipped = join(folder, 'orders.csv.gz');
    await writeFile(zipped, Buffer.from([0x1f, 0x8b, 8, 0, 0]));
    expect((await demo('--orders', zipped)).output).toMatch(/^orders\.csv\.gz is not a usable orders file:\n.*\n$/);
    expect((await demo('--orders', folder)).output).toContain(`There is no file ${folder}.`);
  });

  it('to listen on an invalid PORT, or on a port in use', async () => {
    expect((await demoIn({ PORT: '80x' }, '--data-dir', folder)).output).toMatch(/^PORT takes 0 to 65535\.\n/);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await demoIn({ PORT: String(port) }, '--data-dir', folder)).toEqual({
      code: 2,
      output: `PORT ${port} can't be used: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
    });
    other.close();
  });

  it('to run beside another demo in the folder of DATA_DIR', async () => {
    const refused = await withLock(join(folder, 'demo.lock'), () => demoIn({ DATA_DIR: folder }));
    expect(refused).toMatchObject({ code: 2, output: expect.stringContaining(`already runs on ${folder} `) as string });
  });

  it('to run beside another demo in the default folder', async () => {
    const refused = await withLock(join(folder, 'demo.lock'), () => demo());
    expect(refused).toEqual({
      code: 2,
      output: `A demo already runs on ${folder} (process ${process.pid}). Stop it, or give another --data-dir.\n`,
    });
  });
});

describe.skipIf(!hasChromium)(`the demo in Chromium (${WITHOUT_CHROMIUM})`, () => {
  it('prints a link that opens the studio of its store, signed in, while it plays', async () => {
    const played = await Demo.start(['--customers', '20']);
    try {
      const browser = await StudioBrowser.start(new URL(await played.link()).origin);
      // The same link signs in as often as it is opened.
      for (let opening = 0; opening < 2; opening += 1) {
        const merchant = await browser.person('en');
        await merchant.enter(await played.link());
        await merchant.heading(wordsOf('en')('home.title'));
        await merchant.view.getByText('Winter Lane').first().waitFor();
        expect(merchant.errors).toEqual([]);
        await merchant.leave();
      }
      await browser.stop();
    } finally {
      await played.stop();
    }
  });
});
