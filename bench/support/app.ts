import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger } from '#libs/kernel';
import { readConfig } from '../../src/config/app-config.js';
import { Runtime } from '../../src/config/runtime.js';
import { createApp } from '../../src/http.js';
import { tameHeap } from '../../src/memory.js';
import type { Datastores } from './datastores.js';

/** The service in this process. No worker takes its jobs: the benchmark calls the handlers itself. */
export async function startApp(
  { dataDir, redisUrl }: Datastores,
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<NestFastifyApplication> {
  const usual = { ROLE: 'api', DATA_DIR: dataDir, QUEUE_PREFIX: 'bench-segments', LOG_LEVEL: 'warn' };
  const config = readConfig({ ...usual, ...environment });
  const runtime = new Runtime(config, databaseUrl, redisUrl, 'http://127.0.0.1');
  const app = await createApp(runtime, createLogger({ level: 'warn', pretty: false }));
  tameHeap();
  return app;
}
