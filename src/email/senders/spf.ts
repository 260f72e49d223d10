import { isIPv4, isIPv6 } from 'node:net';
import { failed, type Finding, passed, type Said, say, txt } from './finding.js';
import type { TxtResolver } from './txt-resolver.js';

/** RFC 7208, section 4.6.4: receivers stop after ten terms that need the DNS, and the record counts as broken. */
const MOST_LOOKUPS = 10;
const VERSION = /^v=spf1(?: |$)/i;
const DOMAIN = /^(?:%\{[^}]+\}|[\w.-])+$/;

/** The record is broken for receivers (`permerror`). */
class BrokenSpf extends Error {
  constructor(readonly said: Said) {
    super(said.code);
  }
}

interface Walk {
  /** The domain whose record is read first. */
  readonly domain: string;
  readonly resolver: TxtResolver;
  lookups: number;
  /** What the record says about all other servers; undefined where it says nothing. */
  all: string | undefined;
}

/**
 * Reads the SPF record of the domain in the envelope (RFC 7208) with everything that it includes. It can't see whether
 * the record names the mail server: a relay may send from other addresses than it listens on.
 */
export async function checkSpf(domain: string, smtpHost: string | undefined, resolver: TxtResolver): Promise<Finding> {
  const suggested = txt(domain, `v=spf1 ${smtpHost ? `a:${smtpHost} ` : 'mx '}~all`);
  const walk: Walk = { domain, resolver, lookups: 0, all: undefined };
  try {
    const record = await recordOf(domain, walk);
    if (record === undefined) return failed(say('spf_missing', { domain }), suggested);
    await follow(domain, record, walk, true);
  } catch (error) {
    if (!(error instanceof BrokenSpf)) throw error;
    return failed(error.said);
  }
  if (walk.all === '+') return failed(say('spf_everybody', { domain }));
  const { lookups } = walk;
  return passed(
    smtpHost ? say('spf_valid_if', { domain, lookups, server: smtpHost }) : say('spf_valid', { domain, lookups }),
  );
}

async function recordOf(where: string, { domain, resolver }: Walk): Promise<string | undefined> {
  const records = (await resolver.txt(where)).filter((record) => VERSION.test(record));
  if (records.length > 1) throw new BrokenSpf(say('spf_several', { domain, where, count: records.length }));
  return records[0];
}

async function follow(domain: string, record: string, walk: Walk, isOwn: boolean): Promise<void> {
  let redirect: string | undefined;
  for (const term of record.split(/ +/).slice(1).filter(Boolean)) {
    const [, name = '', value = ''] = /^([a-z][\w.-]*)=(.*)$/i.exec(term) ?? [];
    if (name.toLowerCase() === 'redirect') redirect = value;
    if (name) continue;
    const all = await mechanism(domain, term, walk);
    if (all === undefined) continue;
    if (isOwn) walk.all = all;
    return;
  }
  if (redirect !== undefined) await followTo(domain, redirect, walk, isOwn);
}

/** Checks one mechanism. Returns the qualifier of `all`, after which nothing counts. */
async function mechanism(domain: string, term: string, walk: Walk): Promise<string | undefined> {
  const [, qualifier = '', name = '', value = ''] = /^([+?~-]?)([a-z\d]+)(?:[:/](.*))?$/i.exec(term) ?? [];
  switch (name.toLowerCase()) {
    case 'all':
      return qualifier || '+';
    case 'include':
      await followTo(domain, value, walk, false);
      return undefined;
    case 'a':
    case 'mx':
    case 'ptr':
    case 'exists':
      count(walk);
      return undefined;
    case 'ip4':
    case 'ip6':
      if (isNetwork(name.toLowerCase(), value)) return undefined;
      throw new BrokenSpf(say('spf_no_network', { domain: walk.domain, term }));
    default:
      throw new BrokenSpf(say('spf_no_meaning', { domain: walk.domain, term }));
  }
}

async function followTo(from: string, target: string, walk: Walk, isOwn: boolean): Promise<void> {
  count(walk);
  const { domain } = walk;
  if (!DOMAIN.test(target)) throw new BrokenSpf(say('spf_no_domain', { domain, term: target, where: from }));
  // The value of a macro depends on the email, so its record can't be read in advance.
  if (target.includes('%')) return;
  const record = await recordOf(target, walk);
  if (record === undefined) throw new BrokenSpf(say('spf_refers_nowhere', { domain, target }));
  await follow(target, record, walk, isOwn);
}

function count(walk: Walk): void {
  walk.lookups += 1;
  if (walk.lookups > MOST_LOOKUPS) throw new BrokenSpf(say('spf_lookups', { domain: walk.domain }));
}

function isNetwork(kind: string, value: string): boolean {
  const [address = '', bits = '0', more] = value.split('/');
  const most = kind === 'ip4' ? 32 : 128;
  const isAddress = kind === 'ip4' ? isIPv4(address) : isIPv6(address);
  return isAddress && more === undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
}
