/** What the checks of a sender and of the store's messages find, in English, which the other languages follow. */
export const senderEn = {
  'finding.no_sender': 'There is no sender address yet. Images → Brand kit has the field.',
  'finding.dns_silent': 'The DNS gives no answer about {host} ({reason}). Look again later.',
  'finding.spf_missing':
    '{domain} has no SPF record. Add the TXT record below. If a provider sends your emails, use the “include:” that it names instead.',
  'finding.spf_several': '{where} has {count} SPF records, and there may be one. Join them into one.',
  'finding.spf_refers_nowhere': 'The SPF record of {domain} refers to {target}, which has no SPF record.',
  'finding.spf_lookups':
    'The SPF record of {domain} needs more than 10 lookups, so receivers ignore it. Remove what you do not use.',
  'finding.spf_no_domain': 'The SPF record of {where} names “{term}”, which is no domain.',
  'finding.spf_no_network': 'The SPF record of {domain} names “{term}”, which is no network.',
  'finding.spf_no_meaning': 'The SPF record of {domain} has the word “{term}”, which means nothing.',
  'finding.spf_everybody':
    'The SPF record of {domain} ends in “+all”, so everybody may send as you. Write “~all” or “-all” instead.',
  'finding.spf_valid': '{domain} has a valid SPF record with {lookups} of 10 lookups.',
  'finding.spf_valid_if':
    '{domain} has a valid SPF record with {lookups} of 10 lookups. Make sure that it names the servers of {server}.',
  'finding.dkim_unsigned':
    'This service does not sign emails. Your email provider may sign them; that cannot be seen from here.',
  'finding.dkim_missing': 'There is no DKIM key at {host}. Add the TXT record below.',
  'finding.dkim_several': 'There are {count} DKIM keys at {host}. Keep the one below.',
  'finding.dkim_revoked': 'The DKIM key at {host} is revoked. Replace it by the TXT record below.',
  'finding.dkim_unreadable': 'The DKIM key at {host} cannot be read. Replace it by the TXT record below.',
  'finding.dkim_short': 'The DKIM key at {host} has {bits} bits, and receivers ask for 1024 at least. Make a new one.',
  'finding.dkim_other': 'The DKIM key at {host} is not the one that signs. Replace it by the TXT record below.',
  'finding.dkim_valid': 'The DKIM key at {host} is the one that signs, with {bits} bits.',
  'finding.dmarc_missing': '{domain} has no DMARC record. Google and Yahoo ask for one: add the record below.',
  'finding.dmarc_several': 'There are several DMARC records at {host}. Keep one of them.',
  'finding.dmarc_no_policy': 'The DMARC record at {host} has no policy “p”. Replace it by the one below.',
  'finding.dmarc_valid': 'The DMARC record at {host} has the policy “{policy}”. What fits {domain}: {proof}.',
  'finding.dmarc_not_known': 'The DMARC record at {host} is valid. Whether SPF or DKIM fits {domain} is not known.',
  'finding.dmarc_not_proven':
    'SPF does not prove {domain}, and DKIM does not either, so DMARC fails for every email. Mend one of them. The DKIM domain must be {organisation} or a part of it.',
  'finding.dmarc_not_proven_strictly':
    'SPF does not prove {domain}, and DKIM does not either, so DMARC fails for every email. Mend one of them. The DKIM domain must be {domain} itself.',
  'finding.one_click_works': 'Every email can be unsubscribed from with one click, and {host} answers it.',
  'finding.one_click_local':
    'Every email can be unsubscribed from with one click, but this service is reachable from this machine only.',
  'finding.one_click_insecure':
    'Mail programs ignore the address of the click, because it has no https. Whoever runs this service can change that.',
  'finding.postal_address_there': 'There is a postal address, and each email ends with it.',
  'finding.postal_address_missing':
    'The law asks for a postal address in each email. Images → Brand kit has the field.',
  'webhook.scope_missing': '{topic}: the permission {scope} is not granted. The app works without it.',
  'webhook.refused': 'The store refuses to report {topic}: {reason}',
  'webhook.blocked': 'The store reports nothing to {host} at the moment, because too much of it got lost.',
  'webhook.no_reason': 'it gave no reason',
} as const;
