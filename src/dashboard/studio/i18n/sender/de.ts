import type { SenderMessages } from './messages.js';

export const senderDe: SenderMessages = {
  'finding.no_sender': 'Es gibt noch keine Absenderadresse. Das Feld dafür steht unter Bilder → Markenbild.',
  'finding.dns_silent': 'Das DNS gibt keine Antwort zu {host} ({reason}). Sehen Sie später noch einmal nach.',
  'finding.spf_missing':
    '{domain} hat keinen SPF-Eintrag. Legen Sie den TXT-Eintrag unten an. Wenn ein Anbieter Ihre E-Mails verschickt, nehmen Sie stattdessen das „include:“, das er nennt.',
  'finding.spf_several': '{where} hat {count} SPF-Einträge, erlaubt ist nur einer. Fassen Sie sie in einem zusammen.',
  'finding.spf_refers_nowhere':
    'Der SPF-Eintrag von {domain} verweist auf {target}, und dort gibt es keinen SPF-Eintrag.',
  'finding.spf_lookups':
    'Der SPF-Eintrag von {domain} braucht mehr als 10 Abfragen, darum beachten ihn Empfänger nicht. Entfernen Sie, was Sie nicht brauchen.',
  'finding.spf_no_domain': 'Der SPF-Eintrag von {where} nennt „{term}“, und das ist keine Domain.',
  'finding.spf_no_network': 'Der SPF-Eintrag von {domain} nennt „{term}“, und das ist kein Netz.',
  'finding.spf_no_meaning': 'Im SPF-Eintrag von {domain} steht „{term}“, und das hat keine Bedeutung.',
  'finding.spf_everybody':
    'Der SPF-Eintrag von {domain} endet mit „+all“, darum darf jeder in Ihrem Namen senden. Schreiben Sie stattdessen „~all“ oder „-all“.',
  'finding.spf_valid': '{domain} hat einen gültigen SPF-Eintrag mit {lookups} von 10 Abfragen.',
  'finding.spf_valid_if':
    '{domain} hat einen gültigen SPF-Eintrag mit {lookups} von 10 Abfragen. Prüfen Sie, ob er die Server von {server} nennt.',
  'finding.dkim_unsigned':
    'Dieser Dienst unterschreibt E-Mails nicht. Vielleicht tut es Ihr E-Mail-Anbieter, das ist von hier aus nicht zu sehen.',
  'finding.dkim_missing': 'Unter {host} gibt es keinen DKIM-Schlüssel. Legen Sie den TXT-Eintrag unten an.',
  'finding.dkim_several': 'Unter {host} gibt es {count} DKIM-Schlüssel. Behalten Sie den unten stehenden.',
  'finding.dkim_revoked':
    'Der DKIM-Schlüssel unter {host} ist widerrufen. Ersetzen Sie ihn durch den TXT-Eintrag unten.',
  'finding.dkim_unreadable':
    'Der DKIM-Schlüssel unter {host} ist nicht lesbar. Ersetzen Sie ihn durch den TXT-Eintrag unten.',
  'finding.dkim_short':
    'Der DKIM-Schlüssel unter {host} hat {bits} Bit, und Empfänger verlangen mindestens 1024. Erzeugen Sie einen neuen.',
  'finding.dkim_other':
    'Der DKIM-Schlüssel unter {host} ist nicht der, mit dem unterschrieben wird. Ersetzen Sie ihn durch den TXT-Eintrag unten.',
  'finding.dkim_valid': 'Der DKIM-Schlüssel unter {host} ist der, mit dem unterschrieben wird, mit {bits} Bit.',
  'finding.dmarc_missing':
    '{domain} hat keinen DMARC-Eintrag. Google und Yahoo verlangen einen: Legen Sie den Eintrag unten an.',
  'finding.dmarc_several': 'Unter {host} gibt es mehrere DMARC-Einträge. Behalten Sie einen davon.',
  'finding.dmarc_no_policy':
    'Der DMARC-Eintrag unter {host} hat keine Richtlinie „p“. Ersetzen Sie ihn durch den Eintrag unten.',
  'finding.dmarc_valid': 'Der DMARC-Eintrag unter {host} hat die Richtlinie „{policy}“. Zu {domain} passt: {proof}.',
  'finding.dmarc_not_known':
    'Der DMARC-Eintrag unter {host} ist gültig. Ob SPF oder DKIM zu {domain} passt, ist nicht bekannt.',
  'finding.dmarc_not_proven':
    'Weder SPF noch DKIM belegt {domain}, darum besteht keine E-Mail die DMARC-Prüfung. Bringen Sie eines davon in Ordnung. Die DKIM-Domain muss {organisation} oder ein Teil davon sein.',
  'finding.dmarc_not_proven_strictly':
    'Weder SPF noch DKIM belegt {domain}, darum besteht keine E-Mail die DMARC-Prüfung. Bringen Sie eines davon in Ordnung. Die DKIM-Domain muss {domain} selbst sein.',
  'finding.one_click_works': 'Jede E-Mail lässt sich mit einem Klick abbestellen, und {host} nimmt es an.',
  'finding.one_click_local':
    'Jede E-Mail lässt sich mit einem Klick abbestellen, aber dieser Dienst ist nur von diesem Rechner aus erreichbar.',
  'finding.one_click_insecure':
    'Mailprogramme beachten die Adresse für den Klick nicht, weil sie kein https hat. Das kann der Betreiber dieses Dienstes ändern.',
  'finding.postal_address_there': 'Es gibt eine Postanschrift, und jede E-Mail endet mit ihr.',
  'finding.postal_address_missing':
    'Das Gesetz verlangt in jeder E-Mail eine Postanschrift. Das Feld dafür steht unter Bilder → Markenbild.',
  'webhook.scope_missing': '{topic}: Das Recht {scope} ist nicht gegeben. Die App läuft auch ohne.',
  'webhook.refused': 'Der Shop meldet {topic} nicht: {reason}',
  'webhook.blocked': 'Der Shop meldet {host} zurzeit nichts, weil zu viel davon verloren ging.',
  'webhook.no_reason': 'ohne Begründung',
};
