import { startLocalServices } from '#libs/local-services';
import { type AppConfig, readConfig } from '../config/app-config.js';
import { loadEnvironment } from '../config/environment.js';
import { ConfigurationError } from '../config/read-values.js';
import { packageVersion } from '../config/package-version.js';
import type { Source } from './database.js';
import { BackupError } from './manifest.js';

/** Runs a command on the configured datastores, or on the private Postgres under DATA_DIR. */
export async function runCommand(work: (source: Source, config: AppConfig) => Promise<string>): Promise<void> {
  try {
    const config = readConfig(loadEnvironment());
    const datastores = await startLocalServices({
      dataDir: config.dataDir,
      postgres: config.databaseUrl === undefined,
    });
    try {
      const databaseUrl = config.databaseOwnerUrl ?? config.databaseUrl ?? datastores.databaseUrl ?? '';
      const { encryptionKeys, images } = config;
      const source = { databaseUrl, encryptionKeys, storageUrl: images.storageUrl, version: packageVersion() };
      process.stdout.write(`${await work(source, config)}\n`);
    } finally {
      await datastores.stop();
    }
  } catch (error) {
    if (!(error instanceof ConfigurationError || error instanceof BackupError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
