import { ConfigurationError } from '../config/read-values.js';
import type { mcpEnvironment } from '../config/environment.js';

export interface McpSettings {
  /** The base address of the service, without a slash at its end. */
  readonly url: string;
  /** A retailer token: every call is about its retailer. */
  readonly token: string;
}

const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Throws a ConfigurationError that names every mistake. No message repeats the token. */
export function readSettings(environment: ReturnType<typeof mcpEnvironment>): McpSettings {
  const { REKINDLE_URL: address = '', REKINDLE_TOKEN: token = '' } = environment;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const problems = [...problemsOfUrl(address, url), ...problemsOfToken(token)];
  if (problems.length > 0 || !url) throw new ConfigurationError(problems);
  return { url: url.href.replace(/\/+$/, ''), token };
}

function problemsOfUrl(address: string, url: URL | undefined): string[] {
  if (address === '') return ['REKINDLE_URL is missing: the address of the service, such as https://rekindle.example'];
  if (!url || !['http:', 'https:'].includes(url.protocol)) return ['REKINDLE_URL must begin with https://'];
  const isOpen = url.protocol === 'http:' && !LOCAL.has(url.hostname);
  return isOpen ? ['REKINDLE_URL must begin with https://, because the token goes there'] : [];
}

function problemsOfToken(token: string): string[] {
  if (token === '') {
    return ['REKINDLE_TOKEN is missing: `npm run token -- retailer --retailer ID` on the service prints one'];
  }
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? [] : ['REKINDLE_TOKEN is not a token: three parts with dots'];
}
