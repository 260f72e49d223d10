/** One node of a cluster, or one sentinel. */
export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** How a client signs in, and whether it uses TLS. */
interface Access {
  readonly tls: boolean;
  readonly username?: string;
  readonly password?: string;
}

/** Where Redis is: one server, the nodes of a cluster, or the sentinels that know the master. */
export type RedisAddress =
  | { readonly kind: 'single'; readonly url: string; readonly tls: boolean; readonly nodes: readonly RedisNode[] }
  | ({ readonly kind: 'cluster'; readonly nodes: readonly RedisNode[] } & Access)
  | ({
      readonly kind: 'sentinel';
      /** The sentinels. */
      readonly nodes: readonly RedisNode[];
      /** The name of the master that the sentinels watch. */
      readonly master: string;
      readonly database: number;
      /** How a client signs in with the sentinels themselves. */
      readonly sentinelUsername?: string;
      readonly sentinelPassword?: string;
    } & Access);

/** The address can't be used. The message is the end of a sentence that begins with "REDIS_URL", without its value. */
export class BadRedisAddress extends Error {}

const refuse = (message: string): never => {
  throw new BadRedisAddress(message);
};

/** The forms of an address, for messages and documentation. */
export const REDIS_FORMS =
  'redis://HOST:PORT; the URLs of several nodes of a cluster, comma separated; redis+cluster://HOST:PORT,HOST:PORT; ' +
  'or redis+sentinel://HOST:PORT,HOST:PORT/MASTER. With TLS each begins with rediss';

const REDIS_PORT = 6_379;
const SENTINEL_PORT = 26_379;

/** @throws BadRedisAddress */
export function parseRedisAddress(text: string): RedisAddress {
  if (/^rediss?\+(cluster|sentinel):\/\//.test(text)) return withNodes(text);
  const urls = text.split(/\s*,\s*(?=rediss?:\/\/)/).map(oneUrl);
  const [first] = urls;
  if (!first) return refuse(`must be ${REDIS_FORMS}`);
  return urls.length === 1 ? single(first) : cluster(urls);
}

function oneUrl(text: string): URL {
  if (!/^rediss?:\/\//.test(text)) return refuse(`must be ${REDIS_FORMS}`);
  const trimmed = text.replace(/\/+$/, '');
  if (URL.canParse(trimmed)) return new URL(trimmed);
  return refuse(
    text.includes(',')
      ? 'names several nodes in one URL: give each node its own URL, as in redis://one:6379,redis://two:6379'
      : 'is not a URL',
  );
}

/** The driver reads the URL of a single server itself, with its query. */
function single(url: URL): RedisAddress {
  const host = url.hostname || (url.searchParams.get('host') ?? 'localhost');
  const nodes = [{ host, port: Number(url.port) || REDIS_PORT }];
  return { kind: 'single', url: url.href.replace(/\/+$/, ''), tls: isEncrypted(url), nodes };
}

function cluster(urls: readonly URL[]): RedisAddress {
  const ways = new Set(urls.map(({ protocol, username, password }) => JSON.stringify([protocol, username, password])));
  if (ways.size > 1) refuse('must have the same protocol, user and password in the URL of each node');
  if (urls.some(({ search }) => search !== '')) refuse('must not have a query where it names a cluster');
  if (urls.some(({ pathname }) => !/^\/?0?$/.test(pathname))) refuse('names a database, and a cluster has only 0');
  const [first] = urls;
  if (!first) return refuse(`must be ${REDIS_FORMS}`);
  const nodes = urls.map(({ hostname, port }) => ({
    host: bare(hostname) || refuse('lacks the host of a node'),
    port: Number(port) || REDIS_PORT,
  }));
  return { kind: 'cluster', nodes, tls: isEncrypted(first), ...signIn(first.username, first.password) };
}

const SEVERAL =
  /^(?<protocol>rediss?)\+(?<kind>cluster|sentinel):\/\/(?:(?<user>[^@/?]*)@)?(?<nodes>[^@/?]+)(?:\/(?<path>[^?]*))?(?:\?(?<query>.*))?$/;

/** `redis+cluster:` and `redis+sentinel:`, whose authority lists several hosts. */
function withNodes(text: string): RedisAddress {
  const { protocol, kind, user = '', nodes = '', path = '', query = '' } = SEVERAL.exec(text)?.groups ?? {};
  if (!protocol) return refuse(`must be ${REDIS_FORMS}`);
  const [username = '', password = ''] = user.split(/:(.*)/s);
  const access = { tls: protocol === 'rediss', ...signIn(username, password) };
  if (kind === 'sentinel') return sentinel(nodesOf(nodes, SENTINEL_PORT), path, query, access);
  if (path !== '' && path !== '0') refuse('names a database, and a cluster has only 0');
  if (query !== '') refuse('must not have a query where it names a cluster');
  return { kind: 'cluster', nodes: nodesOf(nodes, REDIS_PORT), ...access };
}

const SENTINEL_QUERY = new Set(['sentinelUsername', 'sentinelPassword']);

function sentinel(nodes: readonly RedisNode[], path: string, query: string, access: Access): RedisAddress {
  const [master = '', database = '0', ...more] = path.replace(/\/+$/, '').split('/');
  if (master === '') refuse('lacks the name of the master after the sentinels, as in redis+sentinel://one,two/main');
  if (!/^\d+$/.test(database) || more.length > 0) refuse('has a database that is no whole number');
  const wanted = new URLSearchParams(query);
  if ([...wanted.keys()].some((key) => !SENTINEL_QUERY.has(key))) {
    refuse('has a query with something else than sentinelUsername and sentinelPassword');
  }
  return {
    kind: 'sentinel',
    nodes,
    master: decoded(master),
    database: Number(database),
    ...access,
    ...Object.fromEntries(wanted),
  };
}

const nodesOf = (text: string, usualPort: number): RedisNode[] =>
  text.split(',').map((part) => {
    const [, host = '', port] = /^\s*(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?\s*$/i.exec(part) ?? [];
    if (host === '' || Number(port ?? usualPort) > 65_535) refuse('has a node that is no HOST or HOST:PORT');
    return { host: bare(host), port: Number(port ?? usualPort) };
  });

function signIn(username: string, password: string): Pick<Access, 'username' | 'password'> {
  return {
    ...(username ? { username: decoded(username) } : {}),
    ...(password ? { password: decoded(password) } : {}),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('has a % that begins no percent-encoded character; write %25 for a %');
  }
}

const isEncrypted = ({ protocol }: URL): boolean => protocol === 'rediss:';
const bare = (host: string): string => host.replace(/^\[|\]$/g, '');
