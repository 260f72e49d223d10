import { getDomain } from 'tldts';
import { failed, type Finding, passed, say, txt, unknown } from './finding.js';
import { tagsOf } from './tags.js';
import type { TxtResolver } from './txt-resolver.js';

/** A domain that SPF or DKIM proves, with what its own check found. */
export interface Proven {
  readonly name: 'SPF' | 'DKIM';
  readonly domain: string;
  readonly status: Finding['status'];
}

const POLICIES = new Set(['none', 'quarantine', 'reject']);
const SUFFIXES = { allowPrivateDomains: true };

/** The domain that was registered below a public suffix: `example.co.uk` of `mail.example.co.uk`. */
export const organisationOf = (domain: string): string => getDomain(domain, SUFFIXES) ?? domain;

/**
 * Reads the DMARC record (RFC 7489) of the domain in From, or of its organisational domain, and whether SPF or DKIM
 * proves a domain that is aligned with it.
 */
export async function checkDmarc(from: string, proven: readonly Proven[], resolver: TxtResolver): Promise<Finding> {
  const organisation = organisationOf(from);
  const fix = txt(`_dmarc.${organisation}`, `v=DMARC1; p=none; rua=mailto:postmaster@${organisation}`);
  const found = await policyOf([...new Set([from, organisation])], resolver);
  if (!found) return failed(say('dmarc_missing', { domain: organisation }), fix);
  const { host, records } = found;
  const [tags] = records;
  if (!tags || records.length > 1) return failed(say('dmarc_several', { host }));
  const policy = (tags.get('p') ?? '').toLowerCase();
  if (!POLICIES.has(policy)) return failed(say('dmarc_no_policy', { host }), fix);
  const aligned = proven.filter(({ name, domain }) => isAligned(from, domain, modeOf(tags, name)));
  const passing = aligned.filter(({ status }) => status === 'passed').map(({ name }) => name);
  if (passing.length > 0) {
    return passed(say('dmarc_valid', { host, policy, proof: passing.join(' + '), domain: from }));
  }
  const isNotKnown = aligned.some(({ status }) => status === 'unknown');
  if (isNotKnown) return unknown(say('dmarc_not_known', { host, domain: from }));
  return failed(
    modeOf(tags, 'DKIM') === 's'
      ? say('dmarc_not_proven_strictly', { domain: from })
      : say('dmarc_not_proven', { domain: from, organisation }),
  );
}

/** The records of the first of the domains that has any. */
async function policyOf(domains: readonly string[], resolver: TxtResolver) {
  for (const domain of domains) {
    const host = `_dmarc.${domain}`;
    const texts = (await resolver.txt(host)).filter((record) => /^v\s*=\s*DMARC1\s*(;|$)/.test(record));
    if (texts.length > 0) return { host, records: texts.map(tagsOf) };
  }
  return undefined;
}

/** `s` for strict, `r` for relaxed, which is the default. */
const modeOf = (tags: ReadonlyMap<string, string>, name: Proven['name']): 's' | 'r' =>
  tags.get(name === 'SPF' ? 'aspf' : 'adkim')?.toLowerCase() === 's' ? 's' : 'r';

const isAligned = (from: string, domain: string, mode: 's' | 'r'): boolean =>
  mode === 's' ? from === domain : organisationOf(from) === organisationOf(domain);
