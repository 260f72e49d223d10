import { existsSync } from 'node:fs';

/** The environment of the process; a `.env` in the working directory fills in what is not set. */
export function loadEnvironment(): Readonly<Record<string, string | undefined>> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}
