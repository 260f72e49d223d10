import 'reflect-metadata';
import { startLocalServices } from '#libs/local-services';
import { ConfigurationError } from '../config/read-values.js';
import { readDatabaseConfig } from '../config/database-config.js';
import { loadEnvironment } from '../config/environment.js';
import { distribute } from './distribute.js';
import { differences, migrate } from './migrate.js';

type Command = (databaseUrl: string, ownerUrl: string) => Promise<number>;

const COMMANDS: ReadonlyMap<string | undefined, Command> = new Map([
  ['migrate', runMigrations],
  ['check', check],
  ['distribute', runDistribution],
]);

/** `db:migrate`, `db:check` and `db:distribute` for DATABASE_URL or the private Postgres under DATA_DIR. */
async function main(name: string | undefined): Promise<number> {
  const command = COMMANDS.get(name);
  if (!command) {
    process.stderr.write('usage: npm run db:migrate | npm run db:check | npm run db:distribute\n');
    return 2;
  }
  const config = readDatabaseConfig(loadEnvironment());
  const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl;
  const datastores = await startLocalServices({ dataDir: config.dataDir, postgres: ownerUrl === undefined });
  try {
    const url = ownerUrl ?? datastores.databaseUrl ?? '';
    return await command(config.databaseUrl ?? url, url);
  } finally {
    await datastores.stop();
  }
}

async function runMigrations(databaseUrl: string, ownerUrl: string): Promise<number> {
  const applied = await migrate(databaseUrl, ownerUrl);
  process.stdout.write(applied.length > 0 ? `applied: ${applied.join(', ')}\n` : 'nothing to apply\n');
  return 0;
}

async function check(databaseUrl: string, ownerUrl: string): Promise<number> {
  await migrate(databaseUrl, ownerUrl);
  const missing = await differences(ownerUrl);
  process.stdout.write(
    missing.length > 0
      ? `entities and migrations differ; a migration with these statements is missing:\n${missing.join(';\n')};\n`
      : 'entities and migrations agree\n',
  );
  return missing.length > 0 ? 1 : 0;
}

async function runDistribution(_: string, ownerUrl: string): Promise<number> {
  const { distributed, tables, nodes } = await distribute(ownerUrl);
  process.stdout.write(
    `distributed: ${distributed.length > 0 ? distributed.join(', ') : 'nothing new'}\n` +
      `${tables} tables lie on ${nodes} nodes, the rows of a retailer together\n`,
  );
  return 0;
}

try {
  process.exitCode = await main(process.argv[2]);
} catch (error) {
  const isNotAllowed = error instanceof Error && 'code' in error && error.code === '42501';
  if (!(error instanceof ConfigurationError) && !isNotAllowed) throw error;
  process.stderr.write(
    `${error.message}${isNotAllowed ? ': DATABASE_OWNER_URL must use the login that owns the tables' : ''}\n`,
  );
  process.exitCode = 1;
}
