import { BlockList, isIP } from 'node:net';
import pg from 'pg';
import { parseRedisAddress } from '#libs/redis';
import { weakSecrets } from './secret-strength.js';
import type { Values } from './variables.js';

const HTTPS_ONLY = [
  'PUBLIC_URL',
  'DASHBOARD_URL',
  'OIDC_ISSUER',
  'PLATFORM_A_SHOP_BASE_URL',
  'PLATFORM_A_ADMIN_BASE_URL',
  'OPENAI_BASE_URL',
  'PLATFORM_B_LOGIN_BASE_URL',
  'PLATFORM_B_API_BASE_URL',
  'PLATFORM_B_CONTROL_PANEL_URL',
] as const;

/** Settings that are convenient for a developer and dangerous with real stores. */
export const refusalsInProduction = (values: Values): string[] => [
  ...HTTPS_ONLY.filter((name) => values[name]?.startsWith('http:')).map(
    (name) => `${name} must be https in production`,
  ),
  ...weakSecrets(values),
  ...openDoors(values),
  ...openConnections(values),
];

function openDoors(values: Values): string[] {
  const problems: string[] = [];
  if (values.IMAGE_FETCH_ALLOW?.length) problems.push('IMAGE_FETCH_ALLOW must not be set in production');
  if (values.EVENT_ENDPOINT_ALLOW?.length) problems.push('EVENT_ENDPOINT_ALLOW must not be set in production');
  if (values.PLATFORM_A_SHOP_SUFFIXES?.some((suffix) => suffix !== 'myshopify.com')) {
    problems.push('PLATFORM_A_SHOP_SUFFIXES may only hold myshopify.com in production');
  }
  if (values.FRAME_ANCESTORS?.split(' ').some(isEverybody)) {
    problems.push('FRAME_ANCESTORS must name its hosts in production: with * every site may show our pages in a frame');
  }
  return problems;
}

/** The source allows every host: `*`, `https:`, `https://*`, `*:443`. */
const isEverybody = (source: string): boolean => /^(https?:)?(\/\/)?(\*)?(:(\d+|\*))?\/*$/i.test(source);

function openConnections(values: Values): string[] {
  if (values.PRIVATE_NETWORK) return [];
  const problems: string[] = [];
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_REPLICA_URL'] as const) {
    const url = values[name];
    if (url !== undefined && !isSafePostgres(url)) problems.push(`${name} ${openTo('sslmode=verify-full')}`);
  }
  if (values.REDIS_URL !== undefined && !isSafeRedis(values.REDIS_URL)) {
    problems.push(`REDIS_URL ${openTo('rediss://')}`);
  }
  return problems;
}

const openTo = (remedy: string): string =>
  `leads over the network without encryption: use ${remedy}, or set PRIVATE_NETWORK=true where nobody else uses that network`;

/** Parses the address as the driver does, because its query may name another host. */
function isSafePostgres(url: string): boolean {
  try {
    const { host, ssl } = new pg.Client({ connectionString: url });
    return ssl || host.startsWith('/') || isLoopback(host);
  } catch {
    // The address names a certificate file that can't be read. The driver reports that when it connects.
    return true;
  }
}

function isSafeRedis(url: string): boolean {
  const { tls, nodes } = parseRedisAddress(url);
  return tls || nodes.every(({ host }) => isLoopback(host));
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

function isLoopback(given: string): boolean {
  const host = given.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : LOOPBACK.check(host, family === 4 ? 'ipv4' : 'ipv6');
}
