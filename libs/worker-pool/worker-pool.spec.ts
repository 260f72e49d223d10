import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WorkerPool, type WorkerPoolOptions } from './index.js';

/** A compiled thread file, as `threadFile` would find it. */
const THREAD = `
  import { readFileSync, readlinkSync } from 'node:fs';
  import { threadId } from 'node:worker_threads';
  import { serveTasks } from ${JSON.stringify(pathToFileURL(resolve('dist/libs/worker-pool/index.js')).href)};
  const kept = Buffer.alloc(1_000_000, 1);
  serveTasks({
    add: (a, b) => a + b,
    threadId: () => threadId,
    later: async (ms) => { await new Promise((done) => setTimeout(done, ms)); return threadId; },
    fail: () => { throw Object.assign(new TypeError('no'), { code: 'bad', place: 'headline', made: () => 1 }); },
    forever: () => { for (;;); },
    eat: () => { const all = []; for (;;) all.push(new Array(100_000).fill({}).map(() => ({}))); },
    leave: () => process.exit(7),
    crash: () => { setImmediate(() => { throw new Error('beside the task'); }); return new Promise(() => {}); },
    describe: (given) => ({ buffer: Buffer.isBuffer(given.bytes), text: String(given.bytes) }),
    bytes: () => ({ own: Buffer.alloc(3, 7), pooled: Buffer.from('small'), list: [kept.subarray(0, 2)] }),
    environment: () => Object.keys(process.env).length,
    niceness: () => readFileSync('/proc/' + readlinkSync('/proc/thread-self') + '/stat', 'utf8').split(') ')[1].split(' ')[16],
  });
`;

interface Tasks {
  add: (a: number, b: number) => number;
  threadId: () => number;
  later: (ms: number) => Promise<number>;
  fail: () => never;
  forever: () => never;
  eat: () => never;
  leave: () => never;
  crash: () => Promise<never>;
  describe: (given: { bytes: Uint8Array }) => { buffer: boolean; text: string };
  bytes: () => { own: Buffer; pooled: Buffer; list: Buffer[] };
  environment: () => number;
  niceness: () => string;
  unknown: () => void;
}

const IN_TIME = { timeoutMs: 60_000 };

describe('WorkerPool', () => {
  let folder: string;
  let file: string;
  const pools: WorkerPool<Tasks>[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'worker-pool-'));
    file = join(folder, 'test.thread.mjs');
    await writeFile(file, THREAD);
  });
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const poolOf = (options: Partial<WorkerPoolOptions> = {}): WorkerPool<Tasks> => {
    const pool = new WorkerPool<Tasks>({ name: 'test', file, threads: 1, maxWaiting: 10, ...options });
    pools.push(pool);
    return pool;
  };

  it('starts a thread with the first task and keeps it for the next', async () => {
    const pool = poolOf({ threads: 2 });
    expect(pool.size).toBe(0);
    expect(await pool.run('add', [1, 2], IN_TIME)).toBe(3);
    const first = await pool.run('threadId', [], IN_TIME);
    expect(first).toBeGreaterThan(0);
    expect(await pool.run('threadId', [], IN_TIME)).toBe(first);
    expect(pool.size).toBe(1);
  });

  it('runs at most as many tasks at once as it has threads', async () => {
    const pool = poolOf({ threads: 2 });
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => pool.run('later', [20], IN_TIME)));
    expect(new Set(ids).size).toBe(2);
    expect(pool.size).toBe(2);
  });

  it('passes on an error of a task with its name, message and plain properties', async () => {
    const thrown = poolOf().run('fail', [], IN_TIME);
    await expect(thrown).rejects.toMatchObject({ name: 'TypeError', message: 'no', code: 'bad', place: 'headline' });
    const revived = poolOf({
      revive: ({ name, properties }) => new RangeError(`${name} ${String(properties['code'])}`),
    });
    await expect(revived.run('fail', [], IN_TIME)).rejects.toThrow(new RangeError('TypeError bad'));
    await expect(poolOf().run('unknown', [], IN_TIME)).rejects.toThrow('The thread has no task "unknown".');
  });

  it('ends a thread whose task takes too long; the next task gets a new one', async () => {
    const pool = poolOf();
    const before = await pool.run('threadId', [], IN_TIME);
    const [late, after] = await Promise.allSettled([
      pool.run('forever', [], { timeoutMs: 50 }),
      pool.run('threadId', [], IN_TIME),
    ]);
    expect(late).toMatchObject({ reason: { name: 'PoolError', code: 'task_timeout' } });
    expect(after).toMatchObject({ status: 'fulfilled' });
    expect(after).not.toMatchObject({ value: before });
  });

  it('does not count the start of a thread or the wait for a thread in the time limit', async () => {
    const pool = poolOf();
    const first = pool.run('later', [800], IN_TIME);
    expect(await pool.run('add', [1, 1], { timeoutMs: 700 })).toBe(2);
    await first;
  });

  it('survives a task that ends its thread, throws asynchronously or uses up all memory', async () => {
    const pool = poolOf({ resourceLimits: { maxOldGenerationSizeMb: 24, maxYoungGenerationSizeMb: 4 } });
    await expect(pool.run('leave', [], IN_TIME)).rejects.toMatchObject({ code: 'thread_ended' });
    await expect(pool.run('crash', [], IN_TIME)).rejects.toThrow('beside the task');
    await expect(pool.run('eat', [], IN_TIME)).rejects.toMatchObject({ code: 'thread_out_of_memory' });
    expect(await pool.run('add', [2, 2], IN_TIME)).toBe(4);
  });

  it('reports a thread that can not start', async () => {
    const pool = poolOf({ file: join(folder, 'missing.mjs') });
    await expect(pool.run('add', [1, 1], IN_TIME)).rejects.toMatchObject({ code: 'thread_ended' });
    await expect(pool.run('add', [1, 1], IN_TIME)).rejects.toMatchObject({ code: 'thread_ended' });
    expect(pool.size).toBe(0);
  });

  it('cancels a waiting or running task when its signal aborts', async () => {
    const pool = poolOf();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = pool.run('forever', [], { ...IN_TIME, signal: running.signal });
    const second = pool.run('add', [1, 1], { ...IN_TIME, signal: waiting.signal });
    const third = pool.run('add', [3, 1], IN_TIME);
    waiting.abort(new Error('not needed'));
    await expect(second).rejects.toThrow('not needed');
    running.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(await third).toBe(4);
    await expect(pool.run('add', [1, 1], { ...IN_TIME, signal: running.signal })).rejects.toThrow('gone');
  });

  it('refuses a task if too many are waiting', async () => {
    const pool = poolOf({ maxWaiting: 1 });
    const taken = [pool.run('later', [50], IN_TIME), pool.run('later', [0], IN_TIME)];
    await expect(pool.run('add', [1, 1], IN_TIME)).rejects.toMatchObject({ code: 'pool_full' });
    await Promise.all(taken);
    expect(await pool.run('add', [1, 1], IN_TIME)).toBe(2);
  });

  it('fails running and waiting tasks when it is closed, and leaves no thread', async () => {
    const pool = poolOf();
    const tasks = [pool.run('forever', [], IN_TIME), pool.run('add', [1, 1], IN_TIME)];
    const outcomes = Promise.allSettled(tasks);
    await pool.close();
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ reason: { code: 'pool_closed' } });
    expect(pool.size).toBe(0);
    await expect(pool.run('add', [1, 1], IN_TIME)).rejects.toMatchObject({ code: 'pool_closed' });
  });

  it('passes bytes as buffers both ways, and does not transfer shared memory of small buffers', async () => {
    const pool = poolOf();
    const given = await pool.run('describe', [{ bytes: Buffer.from('grün') }], IN_TIME);
    expect(given).toEqual({ buffer: true, text: 'grün' });
    for (let round = 0; round < 2; round += 1) {
      const { own, pooled, list } = await pool.run('bytes', [], IN_TIME);
      expect([own, pooled, ...list].every((bytes) => Buffer.isBuffer(bytes))).toBe(true);
      expect([String(pooled), [...own], [...(list[0] ?? [])]]).toEqual(['small', [7, 7, 7], [1, 1]]);
    }
  });

  it('does not give the environment with its secrets to the thread', async () => {
    expect(await poolOf().run('environment', [], IN_TIME)).toBe(0);
  });

  it.runIf(process.platform === 'linux')('lowers the priority of its threads, not that of the process', async () => {
    expect(await poolOf({ niceness: 7 }).run('niceness', [], IN_TIME)).toBe('7');
    const own = (await readFile(`/proc/${process.pid}/stat`, 'utf8')).split(') ')[1]?.split(' ')[16];
    expect(own).toBe('0');
  });
});
