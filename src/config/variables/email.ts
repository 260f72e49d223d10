import { integer, longSecrets, mailbox, rsaKey, text, url } from '../types.js';
import { generatedSecret, type Section } from '../variable.js';

export const EMAIL = {
  title: 'Email',
  variables: {
    SMTP_URL: {
      type: url('smtp', 'smtps'),
      about: `The server that takes emails, for example smtp://user:password@smtp.example:587 (STARTTLS where it offers it)
        or smtps://user:password@smtp.example:465.`,
      otherwise: 'emails become files under DATA_DIR/outbox',
      required: true,
    },
    SMTP_CONNECTIONS: {
      type: integer(1, 200),
      about: 'Connections to that server that one process opens at most; as many emails are under way.',
      fallback: '10',
    },
    EMAIL_FROM: {
      type: mailbox,
      about: `The sender of tests of a brand that has none of its own; customers always get emails from their brand's
        sender. Its domain is also that of every Message-ID.`,
      fallback: 'Rekindle <mail@rekindle.invalid>',
      required: true,
    },
    EMAIL_LINK_SECRETS: {
      type: longSecrets,
      about: `Keys that sign the links to unsubscribe. A link is worth as long as its key is in the list, and people use old
        emails: keep old keys.`,
      fallback: generatedSecret,
      required: true,
    },
    EMAIL_WEBHOOK_SECRETS: {
      type: longSecrets,
      about: `Keys that prove reports of bounces and complaints to POST /email/events. Without them that address answers
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
      about: `Pause before an email that the server refused for now is tried again. It doubles each time; after the eighth
        try the email is failed.`,
      fallback: '60',
    },
    EMAIL_LEASE_SECONDS: {
      type: integer(2, 3_600),
      about: `How long a worker that has gone silent keeps the emails it took. Then those that may be with the server are
        unknown, and the others are sent by another worker. Longer than any dialogue with the server takes.`,
      fallback: '120',
    },
    DKIM_DOMAIN: {
      type: text,
      about: `The domain that signs emails. DKIM: set all three or none. The public key belongs into the DNS at
        DKIM_SELECTOR._domainkey.DKIM_DOMAIN.`,
    },
    DKIM_SELECTOR: { type: text, about: 'The name of the key in the DNS.' },
    DKIM_PRIVATE_KEY: { type: rsaKey, about: 'Its private half.' },
  },
} as const satisfies Section;
