import { lookup as resolve } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** The hosts that a call may reach besides those with a public address. */
export interface AddressGuard {
  /** Allows any address. Only for hosts of our own configuration, never for a URL from outside. */
  allowPrivate?: boolean;
  /** Exact `host:port` pairs that are allowed with any address, for example `127.0.0.1:4101`. */
  allow?: readonly string[];
}

/** The error code of a refused lookup. */
export const REFUSED_ADDRESS = 'REFUSED_ADDRESS';

/** Networks that are not globally reachable, by IANA's special-purpose registries (RFC 6890 and its updates). */
const NOT_PUBLIC_V4: readonly [address: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Exceptions in 2000::/3 (global unicast): protocol assignments with Teredo, documentation, 6to4, documentation. */
const NOT_PUBLIC_V6: readonly [address: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** v6 prefixes of 96 bits that are followed by a v4 address: mapped addresses and NAT64. */
const V4_INSIDE_V6 = ['::ffff:', '64:ff9b::'];

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const prefix of V4_INSIDE_V6) globalUnicast.addSubnet(`${prefix}0.0.0.0`, 96, 'ipv6');

const notPublic = new BlockList();
for (const [address, prefix] of NOT_PUBLIC_V6) notPublic.addSubnet(address, prefix, 'ipv6');
for (const [address, prefix] of NOT_PUBLIC_V4) {
  notPublic.addSubnet(address, prefix, 'ipv4');
  for (const v6 of V4_INSIDE_V6) notPublic.addSubnet(`${v6}${address}`, 96 + prefix, 'ipv6');
}

/** Whether the text is the IP address (v4 or v6, without brackets) of a possible host on the internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4');
    case 6:
      // Only local addresses have a zone (fe80::1%eth0).
      if (address.includes('%')) return false;
      return globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
    default:
      return false;
  }
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** Resolves a name to all its addresses; the signature is that of node:dns `lookup`. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A `lookup` for net.connect that returns public addresses only. The socket connects to the address that was checked
 * here, so a name that resolves differently later (DNS rebinding) has no effect. The name is refused if one of its
 * addresses is private.
 */
export function guardedLookup(resolveAll: Resolve = resolve) {
  return (hostname: string, options: LookupOptions, callback: LookupCallback): void => {
    resolveAll(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(Object.assign(new Error('the address is not public'), { code: REFUSED_ADDRESS }), []);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
