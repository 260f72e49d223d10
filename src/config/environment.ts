import { existsSync } from 'node:fs';

/** The environment of the process; a `.env` in the working directory fills in what is not set. */
export function loadEnvironment(): Readonly<Record<string, string | undefined>> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** What a child process needs of this one's environment, and nothing that would configure it. */
export const inheritedEnvironment = (): Readonly<Record<string, string | undefined>> => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
});
