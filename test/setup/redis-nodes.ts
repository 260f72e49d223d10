import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redisBinary } from '#libs/local-services';
import { Redis } from 'ioredis';
import { quietPort } from './quiet-port.js';
import { cacheDir } from './servers.js';
import { waitFor } from './wait-for.js';

type Binary = Awaited<ReturnType<typeof redisBinary>>;

/** The machine's Redis, or a downloaded one; undefined where there is none, so that tests can skip. */
export const findRedisBinary = (): Promise<Binary | undefined> =>
  redisBinary({ dataDir: cacheDir, cacheDir }).catch(() => undefined);

const NODE_TIMEOUT_MS = 1_000;
const COMMON = ['--bind', '127.0.0.1', '--save', '', '--loglevel', 'warning', '--daemonize', 'no'];

/** One Redis process on loopback, with a client for commands. */
export class RedisNode {
  private child: ChildProcess | undefined;
  private open: Redis | undefined;

  constructor(
    private readonly binary: Binary,
    readonly folder: string,
    readonly port: number,
    private readonly args: readonly string[],
  ) {}

  async start(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    this.child = spawn(this.binary.file, [...this.args, '--dir', this.folder, '--port', String(this.port)], {
      stdio: 'ignore',
      ...(this.binary.libraryPath ? { env: { LD_LIBRARY_PATH: this.binary.libraryPath } } : {}),
    });
    this.open = new Redis(this.port, '127.0.0.1', { retryStrategy: () => 20, maxRetriesPerRequest: null });
    this.open.on('error', () => undefined);
    await this.open.ping();
  }

  get client(): Redis {
    if (!this.open) throw new Error('the node was not started');
    return this.open;
  }

  /** Runs a command that the driver may have no method for. */
  async call(command: string, ...args: (string | number)[]): Promise<string> {
    return String(await this.client.call(command, ...args.map(String)));
  }

  async kill(): Promise<void> {
    this.open?.disconnect();
    if (!this.child || this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}

const SLOTS = 16_384;
const MASTERS = 3;

/** The first slot, the last one, and the host and port of their master. Then come its replicas. */
type SlotRange = readonly [first: number, last: number, master: readonly [host: string, port: number]];

/** Three masters with a third of the slots each, and a replica of the first. */
export class RedisCluster {
  private constructor(
    private readonly folder: string,
    readonly nodes: readonly RedisNode[],
  ) {}

  static async start(binary: Binary): Promise<RedisCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'rekindle-cluster-'));
    const nodes: RedisNode[] = [];
    for (let index = 0; index <= MASTERS; index += 1) {
      nodes.push(await clusterNode(binary, join(folder, String(index))));
    }
    const cluster = new RedisCluster(folder, nodes);
    await Promise.all(nodes.map((node) => node.start()));
    await cluster.join();
    return cluster;
  }

  /** The value of REDIS_URL. */
  get url(): string {
    return this.masters.map(({ port }) => `redis://127.0.0.1:${port}`).join(',');
  }

  get masters(): readonly RedisNode[] {
    return this.nodes.slice(0, MASTERS);
  }

  get replica(): RedisNode {
    return this.at(MASTERS);
  }

  at(index: number): RedisNode {
    const node = this.nodes[index];
    if (!node) throw new Error(`there is no node ${index}`);
    return node;
  }

  /** Waits for a key of the queue and returns its hash tag, whatever the prefix of the queue is. */
  async tagOf(queue: string): Promise<string> {
    let tag = '';
    await waitFor(async () => {
      const keys = await Promise.all(this.masters.map(({ client }) => client.keys(`{*:${queue}}*`)));
      [tag = ''] = /^\{[^}]*\}/.exec(keys.flat()[0] ?? '') ?? [];
      return tag !== '';
    }, 30_000);
    return tag;
  }

  /** Moves the slot of the key to the first master while clients use it. Where it is there, it goes and comes back. */
  async moveToFirst(key: string): Promise<void> {
    const slot = Number(await this.at(1).call('CLUSTER', 'KEYSLOT', key));
    const from = Math.floor((slot * MASTERS) / SLOTS);
    if (from === 0) await this.move(slot, this.at(0), this.at(1));
    await this.move(slot, this.at(from || 1), this.at(0));
  }

  /** Resolves when the node is a master, after its own master was killed. */
  promoted(node: RedisNode): Promise<void> {
    return waitFor(async () => (await node.call('ROLE')).startsWith('master'));
  }

  /** Resolves when the node copies its master's keys without a gap. */
  copying(node: RedisNode): Promise<void> {
    return waitFor(async () => /master_link_status:up/.test(await node.call('INFO', 'replication')));
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await rm(this.folder, { recursive: true, force: true });
  }

  private async join(): Promise<void> {
    const first = this.at(0);
    for (const [index, node] of this.masters.entries()) {
      await node.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
      const [from, to] = [index, index + 1].map((third) => Math.ceil((third * SLOTS) / MASTERS));
      await node.call('CLUSTER', 'ADDSLOTSRANGE', from ?? 0, (to ?? 0) - 1);
    }
    for (const node of this.nodes.slice(1)) {
      const bus = /@(\d+)/.exec(await first.call('CLUSTER', 'NODES'))?.[1] ?? '';
      await node.call('CLUSTER', 'MEET', '127.0.0.1', first.port, bus);
    }
    await this.agreed();
    await this.replica.call('CLUSTER', 'REPLICATE', await first.call('CLUSTER', 'MYID'));
    await this.copying(this.replica);
    await waitFor(async () => (await first.call('CLUSTER', 'NODES')).includes('slave'));
  }

  /** Moves the slot with all its keys, and waits until every node knows: only then does a replica take it over. */
  private async move(slot: number, from: RedisNode, to: RedisNode): Promise<void> {
    const [fromId, toId] = await Promise.all([from, to].map((node) => node.call('CLUSTER', 'MYID')));
    await to.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId ?? '');
    await from.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId ?? '');
    for (;;) {
      const keys = (await from.client.call('CLUSTER', 'GETKEYSINSLOT', String(slot), '50')) as string[];
      if (keys.length === 0) break;
      await from.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5_000, 'KEYS', ...keys);
    }
    for (const node of [to, from]) await node.call('CLUSTER', 'SETSLOT', slot, 'NODE', toId ?? '');
    await waitFor(async () => {
      const views = await Promise.all(this.nodes.map(({ client }) => client.call('CLUSTER', 'SLOTS')));
      return (views as SlotRange[][]).every((ranges) =>
        ranges.some(([first, last, [, port]]) => first <= slot && slot <= last && port === to.port),
      );
    });
  }

  /** Resolves when every node knows all others and finds the cluster whole. */
  private agreed(): Promise<void> {
    return waitFor(async () => {
      const views = await Promise.all(this.nodes.map((node) => node.call('CLUSTER', 'INFO')));
      return views.every((view) => /cluster_state:ok/.test(view) && /cluster_known_nodes:4/.test(view));
    });
  }
}

async function clusterNode(binary: Binary, folder: string): Promise<RedisNode> {
  return new RedisNode(binary, folder, await quietPort(), [
    ...COMMON,
    '--cluster-enabled',
    'yes',
    '--cluster-port',
    String(await quietPort()),
    '--cluster-node-timeout',
    String(NODE_TIMEOUT_MS),
    '--cluster-require-full-coverage',
    'no',
    '--repl-diskless-sync-delay',
    '0',
  ]);
}

/** A master and a replica with three sentinels, two of which have to agree that the master is gone. */
export class RedisSentinels {
  private constructor(
    private readonly folder: string,
    readonly master: RedisNode,
    readonly replica: RedisNode,
    private readonly sentinels: readonly RedisNode[],
  ) {}

  static async start(binary: Binary): Promise<RedisSentinels> {
    const folder = await mkdtemp(join(tmpdir(), 'rekindle-sentinels-'));
    const diskless = ['--repl-diskless-sync-delay', '0'];
    const master = new RedisNode(binary, join(folder, 'master'), await quietPort(), [...COMMON, ...diskless]);
    const follows = ['--replicaof', `127.0.0.1 ${master.port}`];
    const replica = new RedisNode(binary, join(folder, 'replica'), await quietPort(), [...COMMON, ...follows]);
    await master.start();
    await replica.start();
    await waitFor(async () => /master_link_status:up/.test(await replica.call('INFO', 'replication')), 20_000);
    const sentinels = await Promise.all([0, 1, 2].map((index) => sentinelOf(binary, folder, index, master.port)));
    const started = new RedisSentinels(folder, master, replica, sentinels);
    await started.agreed();
    return started;
  }

  /** The value of REDIS_URL. */
  get url(): string {
    return `redis+sentinel://${this.sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/main`;
  }

  async stop(): Promise<void> {
    await Promise.all([this.master, this.replica, ...this.sentinels].map((node) => node.kill()));
    await rm(this.folder, { recursive: true, force: true });
  }

  private agreed(): Promise<void> {
    return waitFor(async () => {
      const views = await Promise.all(this.sentinels.map((node) => node.call('INFO', 'sentinel')));
      return views.every((view) => view.includes('slaves=1,sentinels=3'));
    }, 20_000);
  }
}

async function sentinelOf(binary: Binary, folder: string, index: number, master: number): Promise<RedisNode> {
  const home = join(folder, `sentinel-${index}`);
  await mkdir(home);
  const settings = [
    'bind 127.0.0.1',
    `sentinel monitor main 127.0.0.1 ${master} 2`,
    `sentinel down-after-milliseconds main ${NODE_TIMEOUT_MS}`,
    'sentinel failover-timeout main 5000',
  ];
  const file = join(home, 'sentinel.conf');
  await writeFile(file, `${settings.join('\n')}\n`);
  const node = new RedisNode(binary, home, await quietPort(), [file, '--sentinel']);
  await node.start();
  return node;
}
