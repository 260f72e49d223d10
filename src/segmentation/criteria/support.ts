import type { Json } from './criterion.js';
import type { Read } from './values.js';

const DAY_MS = 86_400_000;

/** Whether so many times 24 hours have gone by since then; at the very instant they have. */
export const isOlder = (at: number, days: number, now: number): boolean => now >= at + days * DAY_MS;

/** Reading and canonical form, which have to fit each other. */
export const readOf = <V>(
  read: (given: unknown) => Read<V>,
  canonical: (value: V) => Json,
): { read: typeof read; canonical: typeof canonical } => ({ read, canonical });

/** What an address in one of the domains ends in: never half a label, so that notexample.com is not example.com. */
export const suffixesOf = (domains: readonly string[]): string[] =>
  domains.flatMap((domain) => (/^[@.]/.test(domain) ? [domain] : [`@${domain}`, `.${domain}`]));

/** The address from the @ on. */
export const domainOf = (email: string | null): string | null => email?.slice(email.lastIndexOf('@')) ?? null;
