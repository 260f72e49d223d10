/** The domains of large mailbox providers. Each provider judges a sender by its own users' complaints. */
const DOMAINS = {
  gmail: ['gmail.com', 'googlemail.com'],
  outlook: [
    ...['outlook', 'hotmail', 'live'].flatMap((name) =>
      ['com', 'de', 'fr', 'es', 'it', 'co.uk', 'nl', 'be', 'se', 'dk', 'jp', 'co.jp'].map((end) => `${name}.${end}`),
    ),
    'msn.com',
    'outlook.at',
    'outlook.com.br',
    'windowslive.com',
  ],
  yahoo: [
    ...['com', 'de', 'fr', 'es', 'it', 'co.uk', 'co.jp', 'ca', 'com.au', 'com.br', 'co.in', 'in'].map(
      (end) => `yahoo.${end}`,
    ),
    'ymail.com',
    'rocketmail.com',
    'aol.com',
    'aol.de',
    'aim.com',
  ],
  apple: ['icloud.com', 'me.com', 'mac.com'],
  gmx: ['gmx.de', 'gmx.net', 'gmx.at', 'gmx.ch', 'gmx.com', 'gmx.fr', 'web.de', 'mail.com', '1und1.de', 'email.de'],
  'orange.fr': ['orange.fr', 'wanadoo.fr'],
  'free.fr': ['free.fr'],
  'laposte.net': ['laposte.net'],
  't-online.de': ['t-online.de', 'magenta.de'],
  'libero.it': ['libero.it', 'virgilio.it'],
  'mail.ru': ['mail.ru', 'bk.ru', 'inbox.ru', 'list.ru'],
  'naver.com': ['naver.com'],
  'qq.com': ['qq.com', 'foxmail.com'],
  netease: ['163.com', '126.com', 'yeah.net'],
  'docomo.ne.jp': ['docomo.ne.jp'],
  comcast: ['comcast.net', 'xfinity.com'],
} as const;

/** All other domains. */
export const OTHER_PROVIDER = 'other';

const PAIRS = Object.entries(DOMAINS).flatMap(([provider, domains]) =>
  domains.map((domain) => [domain, provider] as const),
);

/** Domain and provider at the same places, for statements. */
export const PROVIDER_DOMAINS: readonly string[] = PAIRS.map(([domain]) => domain);
export const PROVIDER_NAMES: readonly string[] = PAIRS.map(([, provider]) => provider);
