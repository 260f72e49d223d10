import { resolve } from 'node:path';
import { ConfigurationError, type Environment } from './read-values.js';
import { BadValue } from './types.js';
import { VARIABLES } from './variables.js';

export interface DatabaseConfig {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The login that owns the tables and migrates them; undefined where it is that of `databaseUrl`. */
  readonly databaseOwnerUrl: string | undefined;
}

/** What the database commands need. They also run where nothing else of the service is configured. */
export function readDatabaseConfig(environment: Environment): DatabaseConfig {
  const urlOf = (name: 'DATABASE_URL' | 'DATABASE_OWNER_URL'): string | undefined => {
    const given = environment[name]?.trim();
    try {
      return given ? VARIABLES[name].type.parse(given) : undefined;
    } catch (error) {
      throw error instanceof BadValue ? new ConfigurationError([`${name} ${error.message}`]) : error;
    }
  };
  const [databaseUrl, databaseOwnerUrl] = [urlOf('DATABASE_URL'), urlOf('DATABASE_OWNER_URL')];
  if (!databaseUrl && (databaseOwnerUrl || environment['NODE_ENV'] === 'production')) {
    throw new ConfigurationError(['DATABASE_URL is missing']);
  }
  const dataDir = resolve(environment['DATA_DIR']?.trim() || VARIABLES.DATA_DIR.fallback);
  return { dataDir, databaseUrl, databaseOwnerUrl };
}
