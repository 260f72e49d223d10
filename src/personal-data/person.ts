/** The person of a privacy request, as the platform names them. */
export interface Subject {
  /** The platform's id of the customer; null where the platform knows only an address. */
  readonly externalId: string | null;
  /** Lower case. */
  readonly email: string | null;
  readonly phone: string | null;
  /** The platform's ids of orders that the request names. */
  readonly orderIds: readonly string[];
}

/** A person with all ids, addresses and telephone numbers that lead to their data in one store. */
export interface Person {
  readonly retailerId: string;
  /** Our ids. */
  readonly customerIds: readonly string[];
  /** The platform's ids. */
  readonly externalIds: readonly string[];
  /** Lower case. */
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** The platform's ids of the person's orders. */
  readonly orderIds: readonly string[];
}

/** The characters of an address. One of them before a match makes it another address. */
const WITHIN = "[a-z0-9.!#$%&'*+/=?^_`{|}~-]";

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * Regular expressions, for JavaScript and Postgres alike and for lower-case text, that find the person's addresses and
 * telephone numbers: `jo@example.com` does not match `banjo@example.com` or `jo@example.com.au`.
 */
export function tracesOf(person: Pick<Person, 'emails' | 'phones'>): string[] {
  const addresses = person.emails.map(
    (email) => `(^|[^${WITHIN.slice(1, -1)}])${escaped(email)}($|[^a-z0-9.-]|[.-]($|[^a-z0-9]))`,
  );
  return [...addresses, ...numbersOf(person).map((phone) => `(^|[^0-9])${escaped(phone)}($|[^0-9])`)];
}

/** Lower-case texts: whatever `tracesOf` matches has one of them in it. */
export const textsInTraces = (person: Pick<Person, 'emails' | 'phones'>): string[] => [
  ...person.emails,
  ...numbersOf(person),
];

/** A number of digits alone could be part of any id. */
const numbersOf = ({ phones }: Pick<Person, 'phones'>): string[] =>
  phones.filter((phone) => phone.length >= 8 && /[^\d]/.test(phone)).map((phone) => phone.toLowerCase());
