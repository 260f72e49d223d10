import type { Values } from './variables.js';

/** Keys of our tokens: one that two kinds share would let a token of one kind pass for the other. */
export const TOKEN_SECRETS = [
  'ADMIN_JWT_SECRETS',
  'MODULE_JWT_SECRETS',
  'RETAILER_JWT_SECRETS',
  'CUSTOMER_JWT_SECRETS',
] as const;

/** Secrets that whoever runs the service makes up. */
const OWN_SECRETS = [...TOKEN_SECRETS, 'ENCRYPTION_KEYS', 'EMAIL_LINK_SECRETS', 'EMAIL_WEBHOOK_SECRETS'] as const;

/** Every secret; those of the platforms are theirs to make, so nothing is said about how strong they are. */
export const ALL_SECRETS = [...OWN_SECRETS, 'PLATFORM_A_CLIENT_SECRETS', 'PLATFORM_B_CLIENT_SECRETS'] as const;

type SecretName = (typeof ALL_SECRETS)[number];

/** 16 random bytes in base64; fewer say too little, however long the text around them is. */
const LEAST_LENGTH = 24;
/** Random hexadecimal digits, the poorest usual form, have fewer different characters about once in 10^7 times. */
const LEAST_DIFFERENT = 8;
/** They make a text longer and no harder to guess. */
const WELL_KNOWN =
  /change|replace|please|this|your|super|secret|password|passphrase|placeholder|example|default|insecure|qwerty|letmein|admin|token|test/gi;

/** A sentence for each variable with a secret that can be guessed; never the secret itself. */
export const weakSecrets = (values: Values): string[] =>
  OWN_SECRETS.filter((name) => valuesOf(values, name, 'latin1').some(isWeak)).map(
    (name) => `${name} has a secret that can be guessed: make one of 32 random bytes`,
  );

/** A sentence for each pair of variables, or each variable, with the same secret twice. */
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

/** As text; a key of bytes either byte by byte, or as it was written. */
const valuesOf = (values: Values, name: SecretName, form: 'latin1' | 'base64'): readonly string[] =>
  (values[name] ?? []).map((secret: string | Buffer) => (typeof secret === 'string' ? secret : secret.toString(form)));

function isWeak(given: string): boolean {
  const secret = given.replaceAll(WELL_KNOWN, '');
  return secret.length < LEAST_LENGTH || new Set(secret).size < LEAST_DIFFERENT || isRun(secret) || isRepeated(given);
}

/** `aaaa`, `abcd`, `4321`: most characters follow from the one before. */
function isRun(text: string): boolean {
  const codes = Array.from(text, (character) => character.charCodeAt(0));
  const steps = codes.filter((code, index) => index > 0 && Math.abs(code - (codes[index - 1] ?? 0)) <= 1);
  return steps.length > text.length / 2;
}

/** One part over and over: such a text is found inside its own double before its end. */
const isRepeated = (text: string): boolean => `${text}${text}`.indexOf(text, 1) < text.length;
