import 'reflect-metadata';
import { SecretBox } from '#libs/crypto';
import { Database, ServiceDataSource } from '#libs/database';
import { startLocalServices } from '#libs/local-services';
import { type AppConfig, readConfig } from '../config/app-config.js';
import { ConfigurationError } from '../config/read-values.js';
import { loadEnvironment } from '../config/environment.js';
import { serviceOptions } from '../database/data-source.js';
import { hasRowSecurity } from '../database/migrate.js';
import { reseal } from './reseal.js';
import { SEALED_COLUMNS } from './sealed-columns.js';
import { SealedRepository } from './sealed.repository.js';

/**
 * `keys:reseal` for DATABASE_URL or the private Postgres under DATA_DIR. The exit code is 1 where a text is unreadable.
 */
async function main(): Promise<number> {
  const config = readConfig(loadEnvironment());
  const datastores = await startLocalServices({ dataDir: config.dataDir, postgres: config.databaseUrl === undefined });
  try {
    return await run(config, config.databaseUrl ?? datastores.databaseUrl ?? '');
  } finally {
    await datastores.stop();
  }
}

async function run({ encryptionKeys }: AppConfig, databaseUrl: string): Promise<number> {
  const rowSecurity = await hasRowSecurity(databaseUrl);
  const dataSource = await new ServiceDataSource(serviceOptions(databaseUrl, 2, rowSecurity)).initialize();
  try {
    const box = new SecretBox(encryptionKeys.map((key) => key.toString('base64')));
    const outcomes = await reseal(SEALED_COLUMNS, new SealedRepository(new Database(dataSource, { rowSecurity })), box);
    for (const { column, resealed, changed, unreadable } of outcomes) {
      process.stdout.write(`${column}: ${resealed} resealed, ${changed} changed meanwhile, ${unreadable} unreadable\n`);
    }
    process.stdout.write(
      'Keep older keys in ENCRYPTION_KEYS as long as customers erased under them must be recognized.\n',
    );
    return outcomes.some(({ unreadable }) => unreadable > 0) ? 1 : 0;
  } finally {
    await dataSource.destroy();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
