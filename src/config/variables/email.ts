import { hostPorts, integer, longSecrets, mailbox, rsaKey, text, url } from '../types.js';
import { generatedSecret, type Section } from '../variable.js';

export const EMAIL = {
  title: 'Email',
  variables: {
    SMTP_URL: {
      type: url('smtp', 'smtps'),
      about: `The server that sends emails, for example smtp://user:password@smtp.example:587 (STARTTLS where it offers it)
        or smtps://user:password@smtp.example:465.`,
      otherwise: 'emails become files under DATA_DIR/outbox',
      required: true,
    },
    SMTP_CONNECTIONS: {
      type: integer(1, 200),
      about: 'The most connections to that server that one process opens. As many emails are sent at the same time.',
      fallback: '10',
    },
    EMAIL_FROM: {
      type: mailbox,
      about: `The sender of test emails for a brand without a sender of its own. Customers only get emails from their
        brand's sender. Every Message-ID has the domain of this address.`,
      fallback: 'Rekindle <mail@rekindle.invalid>',
      required: true,
    },
    EMAIL_LINK_SECRETS: {
      type: longSecrets,
      about: `Keys that sign the links in emails. A link works as long as its key is in the list. Customers also use the links
        of old emails, so keep old keys.`,
      fallback: generatedSecret,
      required: true,
    },
    EMAIL_WEBHOOK_SECRETS: {
      type: longSecrets,
      about: `Keys that prove reports of bounces and complaints to POST /email/events. Without them this address answers
        503.`,
    },
    EMAIL_PER_SECOND: {
      type: integer(1, 100_000),
      about: 'Emails per second of the whole service, all processes together.',
      otherwise: 'as many as the server takes',
    },
    EMAIL_PER_SECOND_AND_RETAILER: {
      type: integer(1, 100_000),
      about: 'Emails per second of one retailer, all processes together.',
      otherwise: 'as many as the whole service',
    },
    EMAIL_RETRY_SECONDS: {
      type: integer(1, 3_600),
      about: `The pause before the service sends an email again that the server refused for the moment. It doubles each
        time. After the eighth attempt the email has failed.`,
      fallback: '60',
    },
    EMAIL_LEASE_SECONDS: {
      type: integer(2, 3_600),
      about: `How long a worker that no longer renews its leases keeps its emails. Then those that may have reached the server
        are \`unknown\`, and another worker sends the others. It must be longer than any dialogue with the server.`,
      fallback: '120',
    },
    DNS_SERVERS: {
      type: hostPorts,
      about: 'The DNS servers that are asked about the SPF, DKIM and DMARC records of senders.',
      otherwise: 'those of the system',
    },
    DKIM_DOMAIN: {
      type: text,
      about: `The domain that signs emails by DKIM. Set all three variables or none. Publish the public key in the DNS at
        DKIM_SELECTOR._domainkey.DKIM_DOMAIN.`,
    },
    DKIM_SELECTOR: { type: text, about: 'The name of the key in the DNS.' },
    DKIM_PRIVATE_KEY: { type: rsaKey, about: 'The private key.' },
  },
} as const satisfies Section;
