import { describe, expect, it } from 'vitest';
import { BadRedisAddress, parseRedisAddress } from './redis-address.js';

describe('parseRedisAddress', () => {
  it('leaves the URL of one server to the driver', () => {
    expect(parseRedisAddress('redis://:se,cret@one.example:7000/2?family=6')).toMatchObject({
      kind: 'single',
      url: 'redis://:se,cret@one.example:7000/2?family=6',
      tls: false,
      nodes: [{ host: 'one.example', port: 7_000 }],
    });
  });

  it.each([
    ['rediss://app:p%40ss@one:7001, rediss://app:p%40ss@[::1]:7002'],
    ['rediss+cluster://app:p%40ss@one:7001,[::1]:7002'],
  ])('reads a cluster from %s', (text) => {
    expect(parseRedisAddress(text)).toEqual({
      kind: 'cluster',
      tls: true,
      username: 'app',
      password: 'p@ss',
      nodes: [
        { host: 'one', port: 7_001 },
        { host: '::1', port: 7_002 },
      ],
    });
  });

  it('takes one address of a cluster, as a managed service gives it', () => {
    const nodes = [{ host: 'config.example', port: 6_379 }];
    expect(parseRedisAddress('redis+cluster://config.example')).toEqual({ kind: 'cluster', tls: false, nodes });
  });

  it('reads sentinels, the name of their master and both passwords', () => {
    expect(parseRedisAddress('redis+sentinel://:data@one,two:5000/main/3?sentinelPassword=watch')).toEqual({
      kind: 'sentinel',
      tls: false,
      password: 'data',
      sentinelPassword: 'watch',
      master: 'main',
      database: 3,
      nodes: [
        { host: 'one', port: 26_379 },
        { host: 'two', port: 5_000 },
      ],
    });
  });

  it.each([
    ['http://one', /^must be redis:\/\/HOST:PORT; the URLs of several nodes/],
    ['redis://one:6379,two:6379', /^names several nodes in one URL: give each node its own URL/],
    ['redis://one,rediss://two', /^must have the same protocol, user and password/],
    ['redis://:a@one,redis://:b@two', /^must have the same protocol, user and password/],
    ['redis://one/1,redis://two/1', /^names a database, and a cluster has only 0$/],
    ['redis+cluster://one,two/4', /^names a database, and a cluster has only 0$/],
    ['redis://one?family=6,redis://two', /^must not have a query where it names a cluster$/],
    ['redis+sentinel://one,two', /^lacks the name of the master after the sentinels/],
    ['redis+sentinel://one/main/first', /^has a database that is no whole number$/],
    ['redis+sentinel://one/main?password=x', /^has a query with something else than sentinelUsername/],
    ['redis+sentinel://one:99999/main', /^has a node that is no HOST or HOST:PORT$/],
    ['redis+sentinel://one,,two/main', /^has a node that is no HOST or HOST:PORT$/],
    ['redis+cluster://:100%@one', /^has a % that begins no percent-encoded character/],
  ])('refuses %s with the reason', (text, reason) => {
    expect(() => parseRedisAddress(text)).toThrow(BadRedisAddress);
    expect(() => parseRedisAddress(text)).toThrow(reason);
  });
});
