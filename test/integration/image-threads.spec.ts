import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModuleClient } from '../setup/module-client.js';
import { TestApp } from '../setup/test-app.js';
import { installStore } from '../setup/webhooks.js';

/** Node reports every thread of this process. The service runs in this process, and its logger has a thread, too. */
let threads: Worker[] = [];
let onThread: (thread: Worker) => void = () => undefined;
const see = (thread: Worker): void => {
  threads.push(thread);
  onThread(thread);
};

let app: TestApp | undefined;
beforeEach(() => {
  threads = [];
  onThread = () => undefined;
});
afterEach(async () => {
  process.off('worker', see);
  await app?.stop();
  app = undefined;
});

async function open(settings: Record<string, string>) {
  app = await TestApp.start(settings);
  process.on('worker', see);
  const { retailerId, brandId } = await installStore(app);
  const module = new ModuleClient(app, retailerId);
  const ask = (headline: string, headers = { prefer: 'wait=30' }) =>
    module.call(
      'POST',
      'image/banner-generation',
      { brandId, headline, dimensions: { width: 200, height: 100 } },
      headers,
    );
  return { module, ask };
}

/** Requests a banner with this headline, then reads it until it is ready or failed. Returns the last answer. */
async function outcome({ module, ask }: Awaited<ReturnType<typeof open>>, headline: string) {
  let { body } = await ask(headline);
  while (body.status === 'queued' || body.status === 'rendering') ({ body } = await module.get(`images/${body.id}`));
  return body;
}

describe('the threads that draw', () => {
  it('start with the first image, one by one up to IMAGE_THREADS, and end with the service', async () => {
    const scene = await open({ ROLE: 'all', IMAGE_THREADS: '1' });
    expect(threads).toEqual([]);
    const first = await Promise.all(['one', 'two', 'three'].map((headline) => outcome(scene, headline)));
    expect(first.map(({ status }) => status)).toEqual(['ready', 'ready', 'ready']);
    expect(threads).toHaveLength(1);
    const ended = once(threads[0] as Worker, 'exit');
    await app?.stop();
    app = undefined;
    await ended;
  });

  it('are not started by an api process', async () => {
    const { ask } = await open({ ROLE: 'api' });
    expect((await ask('waits for a worker', { prefer: 'wait=1' })).body.status).toBe('queued');
    expect(threads).toEqual([]);
  });

  it('may crash: the image is drawn again', async () => {
    const scene = await open({ ROLE: 'all', IMAGE_THREADS: '1' });
    onThread = (thread) => void (threads.length === 1 && thread.terminate());
    expect(await outcome(scene, 'second try')).toMatchObject({ status: 'ready' });
    expect(threads).toHaveLength(2);
  });

  it('may crash three times: then the image fails with a problem, and others are drawn', async () => {
    const scene = await open({ ROLE: 'all', IMAGE_THREADS: '1' });
    onThread = (thread) => void thread.terminate();
    expect(await outcome(scene, 'never')).toMatchObject({
      status: 'failed',
      problem: { status: 500, code: 'image_not_drawn' },
    });
    expect(threads).toHaveLength(3);
    onThread = () => undefined;
    expect(await outcome(scene, 'drawn')).toMatchObject({ status: 'ready' });
  });
});
