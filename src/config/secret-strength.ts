import type { Values } from './variables.js';

/** Keys of our tokens. With one key for two kinds, a token of one kind would be accepted as the other. */
export const TOKEN_SECRETS = [
  'ADMIN_JWT_SECRETS',
  'MODULE_JWT_SECRETS',
  'RETAILER_JWT_SECRETS',
  'CUSTOMER_JWT_SECRETS',
] as const;

/** Secrets that the operator of the service chooses. */
const OWN_SECRETS = [...TOKEN_SECRETS, 'ENCRYPTION_KEYS', 'EMAIL_LINK_SECRETS', 'EMAIL_WEBHOOK_SECRETS'] as const;

/** Every secret. The platforms choose theirs, so the service does not judge how strong those are. */
export const ALL_SECRETS = [...OWN_SECRETS, 'PLATFORM_A_CLIENT_SECRETS', 'PLATFORM_B_CLIENT_SECRETS'] as const;

type SecretName = (typeof ALL_SECRETS)[number];

/** The length of 16 random bytes in base64. */
const LEAST_LENGTH = 24;
/** Random hexadecimal digits, the poorest usual form, have fewer different characters about once in 10^7 times. */
const LEAST_DIFFERENT = 8;
/** Words that make a text longer but no harder to guess. */
const WELL_KNOWN =
  /change|replace|please|this|your|super|secret|password|passphrase|placeholder|example|default|insecure|qwerty|letmein|admin|token|test/gi;

/** One sentence for each variable with a secret that can be guessed. No sentence contains the secret. */
export const weakSecrets = (values: Values): string[] =>
  OWN_SECRETS.filter((name) => valuesOf(values, name, 'latin1').some(isWeak)).map(
    (name) => `${name} has a secret that can be guessed: make one of 32 random bytes`,
  );

/** One sentence for each secret that occurs twice, in one variable or in two. */
export function sharedSecrets(values: Values, names: readonly SecretName[]): string[] {
  const places = new Map<string, SecretName[]>();
  for (const name of names) {
    for (const secret of valuesOf(values, name, 'base64')) places.set(secret, [...(places.get(secret) ?? []), name]);
  }
  const shared = [...places.values()].filter(({ length }) => length > 1).map((at) => [...new Set(at)].join(' and '));
  return [...new Set(shared)].map((at) =>
    at.includes(' and ') ? `${at} share a secret: all must be different` : `${at} has the same secret twice`,
  );
}

/**
 * The secrets as texts. A key of bytes becomes one character for each byte (`latin1`), or `base64` as it was written.
 */
const valuesOf = (values: Values, name: SecretName, form: 'latin1' | 'base64'): readonly string[] =>
  (values[name] ?? []).map((secret: string | Buffer) => (typeof secret === 'string' ? secret : secret.toString(form)));

function isWeak(given: string): boolean {
  const secret = given.replaceAll(WELL_KNOWN, '');
  return secret.length < LEAST_LENGTH || new Set(secret).size < LEAST_DIFFERENT || isRun(secret) || isRepeated(given);
}

/** Most characters are the one before or its neighbour: `aaaa`, `abcd`, `4321`. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.charCodeAt(0));
  const steps = codes.filter((code, index) => index > 0 && Math.abs(code - (codes[index - 1] ?? 0)) <= 1);
  return steps.length > text.length / 2;
}

/** The text repeats one part. Such a text occurs in its own double before the second half begins. */
const isRepeated = (text: string): boolean => `${text}${text}`.indexOf(text, 1) < text.length;
