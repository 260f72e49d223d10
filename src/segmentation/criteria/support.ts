import type { Json } from './criterion.js';
import type { Read } from './values.js';

const DAY_MS = 86_400_000;

/** Whether `days` times 24 hours have passed since `at`, including the very instant. */
export const isOlder = (at: number, days: number, now: number): boolean => now >= at + days * DAY_MS;

/** Pairs the reader of a value with its canonical form, so that both have the same type. */
export const readOf = <V>(
  read: (given: unknown) => Read<V>,
  canonical: (value: V) => Json,
): { read: typeof read; canonical: typeof canonical } => ({ read, canonical });

/** The endings of addresses in the domains. An ending begins with @ or a dot: notexample.com is not in example.com. */
export const suffixesOf = (domains: readonly string[]): string[] =>
  domains.flatMap((domain) => (/^[@.]/.test(domain) ? [domain] : [`@${domain}`, `.${domain}`]));

/** The pattern of LIKE for texts that end so. */
export const endsWith = (ending: string): string => `%${ending.replaceAll(/[\\%_]/g, String.raw`\$&`)}`;

/** The end of the address, from its last @. */
export const domainOf = (email: string | null): string | null => email?.slice(email.lastIndexOf('@')) ?? null;
