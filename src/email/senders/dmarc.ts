import { getDomain } from 'tldts';
import { failed, type Finding, passed, txt, unknown } from './finding.js';
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
  if (!found) {
    return failed(
      `${organisation} has no DMARC record. Google and Yahoo ask bulk senders for one: add the record below.`,
      fix,
    );
  }
  const { host, records } = found;
  const [tags] = records;
  if (!tags || records.length > 1) return failed(`There are several DMARC records at ${host}; leave one of them.`);
  const policy = (tags.get('p') ?? '').toLowerCase();
  if (!POLICIES.has(policy)) {
    return failed(`The DMARC record at ${host} has no policy "p". Replace it by the one below.`, fix);
  }
  const aligned = proven.filter(({ name, domain }) => isAligned(from, domain, modeOf(tags, name)));
  if (aligned.some(({ status }) => status === 'passed')) {
    const names = aligned.filter(({ status }) => status === 'passed').map(({ name }) => name);
    return passed(`The DMARC record at ${host} has the policy "${policy}", and ${names.join(' and ')} fit ${from}.`);
  }
  if (aligned.some(({ status }) => status === 'unknown')) {
    return unknown(`The DMARC record at ${host} is valid. Whether SPF or DKIM fits ${from} is not known.`);
  }
  return failed(
    `SPF does not prove ${from}, and DKIM does not either, so DMARC fails for every email. Mend one of them; the DKIM domain must be ` +
      `${modeOf(tags, 'DKIM') === 's' ? `${from} itself` : `${organisation} or a part of it`}.`,
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
