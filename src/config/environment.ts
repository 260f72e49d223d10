import { existsSync } from 'node:fs';

/** The environment of the process; a `.env` in the working directory fills in what is not set. */
export function loadEnvironment(): Readonly<Record<string, string | undefined>> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Where the demo's service listens and keeps its data, as the environment says; the demo reads nothing else of it. */
export const demoEnvironment = (): Readonly<Record<'PORT' | 'DATA_DIR', string | undefined>> => ({
  PORT: process.env['PORT'] || undefined,
  DATA_DIR: process.env['DATA_DIR'] || undefined,
});

/** What a child process needs of this one's environment, and nothing that would configure it. */
export const inheritedEnvironment = (): Readonly<Record<string, string | undefined>> => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
});
