import type { Person } from './person.js';

/**
 * Subjects are texts that stand for what a body is about: `customer:7`, `order:50`, `email:jo@example.com`,
 * `phone:6251199`. A body that `tracesOf` or an id finds shares at least one subject with its person. The reverse does
 * not hold: a shared subject only means that the body has to be read.
 */
export const customerSubject = (externalId: string): string => `customer:${externalId}`;
export const orderSubject = (externalId: string): string => `order:${externalId}`;

/** A shorter row of digits is no telephone number. */
const PHONE_DIGITS = 7;
/** Whole texts of platforms that hold many digits and no telephone number. */
const NO_PHONE = /^(?:gid:\/\/\w+\/\w+\/\d+|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d))$/;
const PHONE_CHARACTERS = /[\d\s().+/-]{7,}/g;
const LOCAL = characters("abcdefghijklmnopqrstuvwxyz0123456789.!#$%&'*+/=?^_`{|}~-");
const ALPHANUMERIC = characters('abcdefghijklmnopqrstuvwxyz0123456789');

/** Adds the subjects of the addresses and telephone numbers in the text. Takes linear time. */
export function addSubjectsOfText(text: string, subjects: Set<string>): void {
  if (text.includes('@')) addAddresses(text.toLowerCase(), subjects);
  if (text.length >= PHONE_DIGITS && !NO_PHONE.test(text)) addPhones(text, subjects);
}

/** The subjects of which every body about the person has at least one. */
export function subjectsOf({ externalIds, orderIds, emails, phones }: WantedPerson): string[] {
  const subjects = new Set<string>([...externalIds.map(customerSubject), ...orderIds.map(orderSubject)]);
  for (const email of emails) addAddresses(email.toLowerCase(), subjects);
  for (const phone of phones) {
    addPhones(phone, subjects);
    const digits = phone.replace(/\D/g, '');
    if (digits.length >= PHONE_DIGITS) subjects.add(phoneSubject(digits));
  }
  return [...subjects];
}

type WantedPerson = Pick<Person, 'externalIds' | 'orderIds' | 'emails' | 'phones'>;

/**
 * An address is cut the same way in a longer text and alone: before the `@` at the first character that an address
 * can't have, behind it where labels end.
 */
function addAddresses(text: string, subjects: Set<string>): void {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let from = at;
    while (from > 0 && LOCAL[text.charCodeAt(from - 1)]) from -= 1;
    const to = endOfLabels(text, at + 1);
    if (from < at || to > at + 1) subjects.add(`email:${text.slice(from, to)}`);
  }
}

function endOfLabels(text: string, from: number): number {
  let end = from;
  for (;;) {
    while (ALPHANUMERIC[text.charCodeAt(end)]) end += 1;
    const [separator, next] = [text[end], text.charCodeAt(end + 1)];
    if ((separator !== '.' && separator !== '-') || end === from || !ALPHANUMERIC[next]) return end;
    end += 1;
  }
}

/** The last seven digits at the end of each group of digits, because a number may go on with something else. */
function addPhones(text: string, subjects: Set<string>): void {
  for (const [run] of text.matchAll(PHONE_CHARACTERS)) {
    let digits = '';
    for (const group of run.match(/\d+/g) ?? []) {
      digits = (digits + group).slice(-PHONE_DIGITS - group.length);
      if (digits.length >= PHONE_DIGITS) subjects.add(phoneSubject(digits));
    }
  }
}

const phoneSubject = (digits: string): string => `phone:${digits.slice(-PHONE_DIGITS)}`;

function characters(all: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const character of all) table[character.charCodeAt(0)] = 1;
  return table;
}
