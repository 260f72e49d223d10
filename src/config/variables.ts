import { createPrivateKey, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isAddress } from '#libs/mailer';
import { BadValue } from './bad-value.js';
import { readRoles } from './roles.js';

/** Where the value of a variable comes from when the environment has none and this is not production. */
type Fallback = string | { readonly generated: () => string };

/** One environment variable: what it is for, how it is read, what stands in for it. */
export interface Variable<T> {
  readonly parse: (text: string) => T;
  /** The name and form that the variable had while it held one value. Still read where the list is not set. */
  readonly single?: { readonly name: string; readonly parse: (text: string) => T };
  readonly fallback?: Fallback;
  /** Production refuses to start without it. */
  readonly required?: boolean;
}

const fail = (message: string): never => {
  throw new BadValue(message);
};

const text = (value: string): string => value;
const list = (value: string): readonly string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
const listOf =
  (form: RegExp, wanted: string) =>
  (value: string): readonly string[] =>
    list(value).every((part) => form.test(part)) ? list(value) : fail(`must be ${wanted}, comma separated`);
const scopes = listOf(/^[a-z\d_]+$/, 'scopes such as read_orders');
const domains = listOf(/^[a-z\d-]+(\.[a-z\d-]+)*$/, 'domains in small letters such as myshopify.com');
/** As a browser sends them: without a path, not even a slash. */
const origins = listOf(
  /^https?:\/\/([a-z\d.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/,
  'origins in small letters such as https://www.shop.example',
);
const apiVersion = (value: string): string =>
  /^(\d{4}-\d\d|unstable)$/.test(value) ? value : fail('must be a version such as 2026-10');
/** Redis takes no other characters for the name of a connection; braces would be part of a hash tag. */
const keyPrefix = (value: string): string =>
  /^[!-z|~]+$/.test(value) ? value : fail('must be ASCII characters without spaces and braces');
/** Separated by spaces; as one text with one space between two. */
const words = (value: string): string => value.split(/\s+/).filter(Boolean).join(' ');
/** Sources of a content security policy, separated by spaces; nothing that could end the directive. */
const frameSources = (value: string): string =>
  /^[^;,\p{Cc}]+$/u.test(value)
    ? words(value)
    : fail('must be sources such as https://*.example.com, with spaces between them');
const oneOf =
  <T extends string>(...allowed: readonly T[]) =>
  (value: string): T =>
    allowed.find((candidate) => candidate === value) ?? fail(`must be one of ${allowed.join(', ')}`);
const onOrOff = (value: string): boolean => ['on', 'true'].includes(oneOf('on', 'off', 'true', 'false')(value));
const integer =
  (min: number, max: number) =>
  (value: string): number =>
    /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : fail(`must be a whole number from ${min} to ${max}`);
const url =
  (...protocols: readonly string[]) =>
  (value: string): string =>
    protocols.some((protocol) => value.startsWith(`${protocol}://`)) && URL.canParse(value)
      ? value.replace(/\/+$/, '')
      : fail(`must be a URL that starts with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`);
/** A URL in which `{shop}` stands for the shop's domain. */
const shopUrl = (value: string): string =>
  value.includes('{shop}') && url('https', 'http')(value.replace('{shop}', 'shop.example'))
    ? value.replace(/\/+$/, '')
    : fail('must be a URL with {shop} in it, such as https://{shop}');
const secret = (value: string): string =>
  Buffer.byteLength(value) >= 32 ? value : fail('must be at least 32 bytes long');
/** IP addresses and networks in CIDR form. */
const addresses = (value: string): readonly string[] =>
  list(value).map((part) => {
    const [address = '', bits] = part.split('/');
    const family = isIP(address);
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
    return family !== 0 && fits ? part : fail('must be addresses or networks such as 10.0.0.0/8, comma separated');
  });
/** Exact host:port pairs. */
const hostPorts = (value: string): readonly string[] =>
  list(value).map((part) =>
    /^(?:\[[\da-f:.]+\]|[\w.-]+):\d{1,5}$/i.test(part)
      ? part.toLowerCase()
      : fail('must be host:port pairs such as 127.0.0.1:4102, comma separated'),
  );
const storageUrl = (value: string): string =>
  /^(?:file|s3):\/\//.test(value) && URL.canParse(value)
    ? value
    : fail('must be file:///folder or s3://KEY:SECRET@host/bucket');
/** US dollars as a decimal string, at most four places. */
const dollars = (value: string): string =>
  /^\d{1,9}(\.\d{1,4})?$/.test(value) ? value : fail('must be an amount in US dollars such as 0.25');
const secrets = (value: string): readonly string[] => (list(value).length > 0 ? list(value) : fail('is empty'));
const encryptionKeys = (value: string): readonly Buffer[] =>
  secrets(value).map((part) => {
    const key = Buffer.from(part, 'base64');
    return key.length === 32 ? key : fail('must be base64 keys of 32 bytes each, comma separated, newest first');
  });

/** `name <address>` or an address alone. */
const mailbox = (value: string): { name?: string; address: string } => {
  const [, name = '', address = ''] = /^(?:([^<>@\r\n]*)<)?([^<>]+?)>?$/.exec(value) ?? [];
  if (!isAddress(address.trim())) {
    return fail('must be an address, or a name with an address: Shop <mail@shop.example>');
  }
  return { address: address.trim(), ...(name.trim() ? { name: name.trim() } : {}) };
};
/** PEM, either as it is with \n for line breaks, or as base64 of the file. */
const rsaKey = (value: string): string => {
  const pem = value.includes('-----BEGIN')
    ? value.replaceAll('\\n', '\n')
    : Buffer.from(value, 'base64').toString('utf8');
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 1_024) return pem;
  } catch {
    return fail('must be a private RSA key in PEM form, or the base64 of one');
  }
  return fail('must be an RSA key of at least 1024 bits');
};
const longSecrets = (value: string): readonly string[] => secrets(value).map(secret);
/** The only one of a list; commas in it are part of it. */
const alone =
  (parse: (value: string) => string) =>
  (value: string): readonly string[] => [parse(value)];

const generatedSecret: Fallback = { generated: () => randomBytes(48).toString('base64url') };
/** Keys of one kind of our tokens: the newest signs, all verify. */
const tokenSecrets = (single: string) => ({
  parse: longSecrets,
  fallback: generatedSecret,
  required: true,
  single: { name: single, parse: alone(secret) },
});

/** Every variable that the service reads. `.env.example` explains each for people; a test keeps the two in step. */
export const VARIABLES = {
  HOST: { parse: text, fallback: '127.0.0.1' },
  PORT: { parse: integer(0, 65_535), fallback: '3000' },
  OPERATIONS_PORT: { parse: integer(0, 65_535) },
  DOCS: { parse: onOrOff },
  PUBLIC_URL: { parse: url('https', 'http'), required: true },
  ROLE: { parse: readRoles, fallback: 'all' },
  DATABASE_URL: { parse: url('postgres', 'postgresql'), required: true },
  DATABASE_OWNER_URL: { parse: url('postgres', 'postgresql') },
  DATABASE_POOL_SIZE: { parse: integer(2, 200), fallback: '10' },
  REDIS_URL: { parse: url('redis', 'rediss'), required: true },
  PRIVATE_NETWORK: { parse: onOrOff, fallback: 'off' },
  DATA_DIR: { parse: text, fallback: './.data' },
  ENCRYPTION_KEYS: {
    parse: encryptionKeys,
    fallback: { generated: () => randomBytes(32).toString('base64') },
    required: true,
  },
  ADMIN_JWT_SECRETS: tokenSecrets('ADMIN_JWT_SECRET'),
  MODULE_JWT_SECRETS: tokenSecrets('MODULE_JWT_SECRET'),
  RETAILER_JWT_SECRETS: tokenSecrets('RETAILER_JWT_SECRET'),
  CUSTOMER_JWT_SECRETS: tokenSecrets('CUSTOMER_JWT_SECRET'),
  PLATFORM_A_CLIENT_ID: { parse: text },
  PLATFORM_A_CLIENT_SECRETS: { parse: secrets },
  PLATFORM_A_SCOPES: { parse: scopes, fallback: 'read_orders,read_customers,read_products' },
  PLATFORM_A_API_VERSION: { parse: apiVersion, fallback: '2026-10' },
  PLATFORM_A_SHOP_SUFFIXES: { parse: domains, fallback: 'myshopify.com' },
  PLATFORM_A_SHOP_BASE_URL: { parse: shopUrl, fallback: 'https://{shop}' },
  PLATFORM_A_ADMIN_BASE_URL: { parse: url('https', 'http'), fallback: 'https://admin.shopify.com' },
  SMTP_URL: { parse: url('smtp', 'smtps'), required: true },
  SMTP_CONNECTIONS: { parse: integer(1, 200), fallback: '10' },
  EMAIL_FROM: { parse: mailbox, fallback: 'Rekindle <mail@rekindle.invalid>', required: true },
  EMAIL_LINK_SECRETS: { parse: longSecrets, fallback: generatedSecret, required: true },
  EMAIL_WEBHOOK_SECRETS: { parse: longSecrets },
  EMAIL_PER_SECOND: { parse: integer(1, 100_000) },
  EMAIL_PER_SECOND_AND_RETAILER: { parse: integer(1, 100_000) },
  EMAIL_RETRY_SECONDS: { parse: integer(1, 3_600), fallback: '60' },
  EMAIL_LEASE_SECONDS: { parse: integer(2, 3_600), fallback: '120' },
  DKIM_DOMAIN: { parse: text },
  DKIM_SELECTOR: { parse: text },
  DKIM_PRIVATE_KEY: { parse: rsaKey },
  PLATFORM_B_CLIENT_ID: { parse: text },
  PLATFORM_B_CLIENT_SECRETS: { parse: secrets, single: { name: 'PLATFORM_B_CLIENT_SECRET', parse: alone(text) } },
  PLATFORM_B_SCOPES: {
    parse: words,
    fallback:
      'store_v2_orders_read_only store_v2_customers_read_only store_v2_information_read_only store_v2_products_read_only',
  },
  PLATFORM_B_LOGIN_BASE_URL: { parse: url('https', 'http'), fallback: 'https://login.bigcommerce.com' },
  PLATFORM_B_API_BASE_URL: { parse: url('https', 'http'), fallback: 'https://api.bigcommerce.com' },
  PLATFORM_B_LEGACY_SIGNED_PAYLOAD: { parse: onOrOff, fallback: 'on' },
  PLATFORM_B_STOREFRONT_ORIGINS: { parse: origins },
  FRAME_ANCESTORS: { parse: frameSources, fallback: 'https://*.mybigcommerce.com' },
  DASHBOARD_URL: { parse: url('https', 'http') },
  QUEUE_PREFIX: { parse: keyPrefix, fallback: 'rekindle' },
  SIGN_ONS_PER_MINUTE: { parse: integer(1, 1_000_000), fallback: '300' },
  MAX_CONNECTIONS: { parse: integer(10, 1_000_000), fallback: '4096' },
  // At least one body of a webhook has to fit.
  UNPROVEN_BODY_MB: { parse: integer(8, 65_536), fallback: '64' },
  TRUSTED_PROXIES: { parse: addresses },
  INBOX_SWEEP_SECONDS: { parse: integer(1, 3_600), fallback: '5' },
  WATCH_SECONDS: { parse: integer(1, 86_400), fallback: '3600' },
  DELIVERY_RETENTION_DAYS: { parse: integer(1, 3_650), fallback: '30' },
  PRIVACY_EXPORT_DAYS: { parse: integer(1, 365), fallback: '14' },
  IMAGE_PROVIDER: { parse: oneOf('local', 'openai') },
  OPENAI_API_KEY: { parse: text },
  OPENAI_BASE_URL: { parse: url('https', 'http'), fallback: 'https://api.openai.com/v1' },
  OPENAI_IMAGE_MODEL: { parse: text, fallback: 'gpt-image-2.5-flare' },
  OPENAI_LAYOUT_MODEL: { parse: text, fallback: 'gpt-6-luna' },
  OPENAI_TIMEOUT_SECONDS: { parse: integer(1, 590), fallback: '180' },
  IMAGE_PRICE_USD: { parse: dollars, fallback: '0.25' },
  IMAGE_LAYOUT_PRICE_USD: { parse: dollars, fallback: '0.01' },
  IMAGE_MONTHLY_BUDGET_USD: { parse: dollars, fallback: '100' },
  IMAGE_FETCH_ALLOW: { parse: hostPorts },
  IMAGE_STORAGE_URL: { parse: storageUrl },
  IMAGE_THREADS: { parse: integer(1, 64) },
  LOG_LEVEL: { parse: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), fallback: 'info' },
} as const satisfies Record<string, Variable<unknown>>;

export type VariableName = keyof typeof VARIABLES;
export type Values = { readonly [N in VariableName]: ReturnType<(typeof VARIABLES)[N]['parse']> | undefined };
