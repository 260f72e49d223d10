import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';

import { guardedLookup } from './addresses.js';
import { isPublicAddress } from './index.js';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '192.167.1.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:830::200e',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '64:ff9b::8.8.8.8',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this host', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['link-local, where clouds keep their credentials', '169.254.169.254'],
    ['benchmarks', '198.18.0.1'],
    ['documentation', '192.0.2.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%lo'],
    ['a zone on a public address', '2606:4700:4700::1111%lo'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['documentation', '2001:db8::1'],
    ['Teredo', '2001::1'],
    ['6to4 of a private address', '2002:0a00:0001::1'],
    ['v4-mapped loopback', '::ffff:127.0.0.1'],
    ['v4-mapped loopback in hex', '::ffff:7f00:1'],
    ['v4-mapped loopback, written out', '0:0:0:0:0:ffff:7f00:0001'],
    ['v4-mapped link-local', '::ffff:169.254.169.254'],
    ['v4-compatible', '::127.0.0.1'],
    ['NAT64 of a private address', '64:ff9b::10.0.0.1'],
    ['a name', 'localhost'],
    ['v4 in another notation', '0x7f.1'],
    ['nothing', ''],
  ])('refuses %s: %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

const resolvingTo = (...addresses: string[]) =>
  guardedLookup((_hostname, _options, callback) =>
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  );
const run = (lookup: ReturnType<typeof guardedLookup>, all: boolean) =>
  new Promise((resolve) =>
    lookup('shop.example', { all }, (error, address, family) => resolve(error ? error.code : { address, family })),
  );

describe('guardedLookup', () => {
  it('returns public addresses in both forms that net.connect requests', async () => {
    const lookup = resolvingTo('8.8.8.8', '2606:4700:4700::1111');
    expect(await run(lookup, false)).toEqual({ address: '8.8.8.8', family: 4 });
    expect(await run(lookup, true)).toMatchObject({
      address: [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700:4700::1111', family: 6 },
      ],
    });
  });

  it('refuses a name if one of its addresses is private', async () => {
    expect(await run(resolvingTo('8.8.8.8', '10.0.0.1'), true)).toBe('REFUSED_ADDRESS');
    expect(await run(resolvingTo('8.8.8.8', '10.0.0.1'), false)).toBe('REFUSED_ADDRESS');
    expect(await run(resolvingTo(), true)).toBe('REFUSED_ADDRESS');
  });

  it('passes on the error for an unknown name', async () => {
    const lookup = guardedLookup((_hostname, _options, callback) =>
      callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []),
    );
    expect(await run(lookup, true)).toBe('ENOTFOUND');
  });
});
