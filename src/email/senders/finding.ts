export const CHECK_STATUSES = ['passed', 'failed', 'unknown'] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

/** A record to add to the DNS. */
export interface DnsFix {
  readonly type: 'TXT';
  readonly host: string;
  readonly value: string;
}

const OWN_PROVIDER = 'If a provider sends your emails, use the "include:" that it names instead.';
const PROVIDER_SIGNS = 'Your email provider may sign them; that can not be seen from here.';
const UNPROVEN =
  'SPF does not prove {domain}, and DKIM does not either, so DMARC fails for every email. Mend one of them; the DKIM domain must be';
const HEADERS = 'Every email has List-Unsubscribe and List-Unsubscribe-Post headers';
const BROKEN = 'The SPF record of {domain} is broken:';
const MEND = `Mend the record. ${OWN_PROVIDER}`;
const REPLACE = 'Replace it by the TXT record below.';

/** What a check may find, in words for a merchant. `{name}` is filled in. */
const WORDS = {
  no_sender: 'The brand has no sender address. Set sender.email with a PATCH of the brand.',
  dns_silent: 'The DNS gives no answer about {host} ({reason}). Ask again later.',
  spf_missing: `{domain} has no SPF record. Add the TXT record below. ${OWN_PROVIDER}`,
  spf_several: `${BROKEN} {where} has {count} SPF records; there may be one. ${MEND}`,
  spf_refers_nowhere: `${BROKEN} it refers to {target}, which has no SPF record. ${MEND}`,
  spf_lookups: `${BROKEN} it needs more than 10 lookups, and receivers ignore it then. ${MEND}`,
  spf_no_domain: `${BROKEN} "{term}" in the record of {where} is no domain. ${MEND}`,
  spf_no_network: `${BROKEN} "{term}" is no network. ${MEND}`,
  spf_no_meaning: `${BROKEN} "{term}" means nothing. ${MEND}`,
  spf_everybody:
    'The SPF record of {domain} ends in "+all": it lets everybody send as you. Write "~all" or "-all" instead.',
  spf_valid: '{domain} has a valid SPF record with {lookups} of 10 lookups.',
  spf_valid_if:
    '{domain} has a valid SPF record with {lookups} of 10 lookups. Make sure that it names the servers of {server}.',
  dkim_unsigned: `This service does not sign emails: DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY are not set. ${PROVIDER_SIGNS}`,
  dkim_missing: 'There is no DKIM key at {host}. Add the TXT record below.',
  dkim_several: 'There are {count} DKIM keys at {host}; leave the one below.',
  dkim_revoked: `The DKIM key at {host} is revoked. ${REPLACE}`,
  dkim_unreadable: `The DKIM key at {host} can not be read. ${REPLACE}`,
  dkim_short: 'The DKIM key at {host} has {bits} bits; receivers ask for 1024 at least, better 2048. Make a new one.',
  dkim_other: `The DKIM key at {host} is not the one that signs. ${REPLACE}`,
  dkim_valid: 'The DKIM key at {host} is the one that signs, with {bits} bits.',
  dmarc_missing: '{domain} has no DMARC record. Google and Yahoo ask bulk senders for one: add the record below.',
  dmarc_several: 'There are several DMARC records at {host}; leave one of them.',
  dmarc_no_policy: 'The DMARC record at {host} has no policy "p". Replace it by the one below.',
  dmarc_valid: 'The DMARC record at {host} has the policy "{policy}", and {proof} fit {domain}.',
  dmarc_not_known: 'The DMARC record at {host} is valid. Whether SPF or DKIM fits {domain} is not known.',
  dmarc_not_proven: `${UNPROVEN} {organisation} or a part of it.`,
  dmarc_not_proven_strictly: `${UNPROVEN} {domain} itself.`,
  one_click_works: `${HEADERS}, and {host} answers them.`,
  one_click_local: `${HEADERS}, but this service is reachable from this machine only.`,
  one_click_insecure: `${HEADERS}, but mail programs ignore an address without https. Set PUBLIC_URL to an https address.`,
  postal_address_there: 'The brand has a postal address, and each email ends with it.',
  postal_address_missing:
    'The law asks for a postal address in each email. Set sender.postalAddress with a PATCH of the brand.',
} as const;

export type FindingCode = keyof typeof WORDS;
export const FINDING_CODES = Object.keys(WORDS) as FindingCode[];

type NameIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never;
/** A value for each name in the words of a code. */
type ValuesOf<Code extends FindingCode> = Readonly<Record<NameIn<(typeof WORDS)[Code]>, string | number>>;

/** What a check found. The code and its values let a program say it in another language. */
export interface Finding {
  readonly status: CheckStatus;
  readonly code: FindingCode;
  readonly values: Readonly<Record<string, string>>;
  readonly detail: string;
  /** Null where no record of the DNS helps. */
  readonly fix: DnsFix | null;
}

/** A code with its values. */
export interface Said {
  readonly code: FindingCode;
  readonly values: Readonly<Record<string, string>>;
}

export const say = <Code extends FindingCode>(code: Code, values: ValuesOf<Code>): Said => ({
  code,
  values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
});

const finding = (status: CheckStatus, { code, values }: Said, fix: DnsFix | null): Finding => ({
  status,
  code,
  values,
  detail: WORDS[code].replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
  fix,
});

export const passed = (said: Said): Finding => finding('passed', said, null);
export const failed = (said: Said, fix: DnsFix | null = null): Finding => finding('failed', said, fix);
export const unknown = (said: Said): Finding => finding('unknown', said, null);
export const txt = (host: string, value: string): DnsFix => ({ type: 'TXT', host, value });
