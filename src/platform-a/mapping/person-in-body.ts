import type { Relation } from '../../inbox/delivery-processors.service.js';
import { type Person, tracesOf } from '../../personal-data/person.js';
import { type BodyReader, walkBody } from './body-walk.js';

type Wanted = Pick<Person, 'externalIds' | 'orderIds' | 'emails' | 'phones'>;

const SHORTEST_PHONE = 7;

/**
 * Whether a body of platform A belongs to the person, or mentions the person. The body is parsed, so the escapes in its
 * text do not matter. A body that cannot be parsed is searched as text, with its escapes decoded. Pure.
 */
export function personInBody(topic: string, body: Buffer, wanted: Wanted): Relation | undefined {
  const search = new Search(wanted);
  walkBody(topic, body, search);
  return search.relation;
}

class Search implements BodyReader {
  relation: Relation | undefined;
  private readonly traces: readonly RegExp[];
  private readonly phones: ReadonlySet<string>;

  constructor(private readonly wanted: Wanted) {
    this.traces = tracesOf(wanted).map((pattern) => new RegExp(pattern));
    this.phones = new Set(wanted.phones.map(digitsOf).filter((digits) => digits.length >= SHORTEST_PHONE));
  }

  isDone = (): boolean => this.relation === 'theirs';

  id(kind: 'customer' | 'order', id: string): void {
    const theirs = kind === 'customer' ? this.wanted.externalIds : this.wanted.orderIds;
    if (theirs.includes(id)) this.relation = 'theirs';
  }

  text(text: string): void {
    const lower = text.toLowerCase();
    if (this.traces.some((trace) => trace.test(lower)) || this.isPhone(text)) this.relation ??= 'mentioned';
  }

  /** A phone number may be written with or without spaces and country code. */
  private isPhone(text: string): boolean {
    if (this.phones.size === 0 || text.length > 40 || !/^[+\d][\d\s().+/-]*$/.test(text)) return false;
    const digits = digitsOf(text);
    return (
      digits.length >= SHORTEST_PHONE && [...this.phones].some((one) => one.endsWith(digits) || digits.endsWith(one))
    );
  }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');
