import { existsSync } from 'node:fs';

/** The environment of the process. A `.env` in the working directory sets the variables that are not set yet. */
export function loadEnvironment(): Readonly<Record<string, string | undefined>> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** Where the service of the demo listens and keeps its data, and its Redis. The demo reads no other variables. */
export const demoEnvironment = (): Readonly<Record<'PORT' | 'DATA_DIR' | 'REDIS_URL', string | undefined>> => ({
  PORT: process.env['PORT'] || undefined,
  DATA_DIR: process.env['DATA_DIR'] || undefined,
  REDIS_URL: process.env['REDIS_URL'] || undefined,
});

/** The variables that every child process needs, without any that would configure it. */
export const inheritedEnvironment = (): Readonly<Record<string, string | undefined>> => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
});

/** Where the MCP server finds the service, and the token with which it calls. It reads no other variables. */
export const mcpEnvironment = (): Readonly<Record<'REKINDLE_URL' | 'REKINDLE_TOKEN', string | undefined>> => ({
  REKINDLE_URL: process.env['REKINDLE_URL'] || undefined,
  REKINDLE_TOKEN: process.env['REKINDLE_TOKEN'] || undefined,
});
