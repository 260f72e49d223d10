import { GraphQLError } from 'graphql';
import type { StoredRecord } from '../../records/record-store.js';

type Matcher = (item: StoredRecord) => boolean;

const FIELDS: Readonly<Record<string, (item: StoredRecord) => number>> = {
  created_at: (item) => item.createdAt,
  updated_at: (item) => item.updatedAt,
  processed_at: (item) => item.processedAt ?? item.createdAt,
  // The platform compares integers of 64 bits. A float is exact for ids of 13 digits.
  id: (item) => Number(item.id),
};

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '': (a, b) => a === b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};

const TERM = /(\w+):([<>]=?|)(?:'([^']*)'|"([^"]*)"|(\S+))/g;

function matcherOfTerm([, name = '', operator = '', ...values]: RegExpMatchArray): Matcher {
  const text = values.find((value) => value !== undefined) ?? '';
  if (name === 'status' && text === 'any') return () => true;
  if (name === 'email' && operator === '') return hasWords(text);
  const field = FIELDS[name];
  const compare = COMPARISONS[operator];
  const wanted = name === 'id' ? Number(text) : Date.parse(text);
  if (!field || !compare || Number.isNaN(wanted)) {
    throw new GraphQLError(`The simulator does not know the search term ${name}:${operator}${text}`);
  }
  return (item) => compare(field(item), wanted);
}

/** The platform searches by words and not by whole addresses, so similar ones are found as well. */
function hasWords(address: string): Matcher {
  const words = wordsOf(address);
  return ({ email }) => typeof email === 'string' && words.every((word) => wordsOf(email).includes(word));
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/**
 * Parses the part of the platform's search syntax with filters by time, id and email, such as
 * `updated_at:>='2026-01-01T00:00:00Z'`, and several terms with AND. Other terms are refused, although the platform
 * ignores them and returns everything.
 */
export function matcherOf(query: string): Matcher {
  const rest = query.replace(TERM, '').replace(/\bAND\b/g, '');
  if (rest.trim() !== '') throw new GraphQLError(`The simulator does not know the search syntax in: ${query}`);
  const terms = [...query.matchAll(TERM)].map(matcherOfTerm);
  return (item) => terms.every((matches) => matches(item));
}
