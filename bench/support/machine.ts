import { cpus, totalmem } from 'node:os';
import { Client } from 'pg';
import { redisVersion } from './queues.js';
import type { Datastores } from './datastores.js';

/** The machine of the measurements. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly platform: string;
  readonly node: string;
  readonly postgres: string;
  readonly redis: string;
}

export async function describeMachine({ databaseUrl, redisUrl }: Datastores): Promise<Machine> {
  const processors = cpus();
  return {
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform}-${process.arch}`,
    node: process.versions.node,
    postgres: await postgresVersion(databaseUrl),
    redis: await redisVersion(redisUrl),
  };
}

export const machineLine = ({ cpu, cores, memoryGiB, platform, node, postgres, redis }: Machine): string =>
  `${cpu}, ${cores} cores, ${memoryGiB} GiB, ${platform}; Node ${node}, Postgres ${postgres}, Redis ${redis}`;

async function postgresVersion(databaseUrl: string): Promise<string> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version ?? 'unknown';
  } finally {
    await client.end();
  }
}
