import MailComposer from 'nodemailer/lib/mail-composer';
import { describe, expect, it } from 'vitest';
import { compose } from './compose.js';
import type { OutgoingEmail } from './mailer.js';
import { decodeQuotedPrintable, encodePiece } from './quoted-printable.js';

const EMAIL: OutgoingEmail = {
  messageId: 'retailer.row@mail.example',
  from: { name: 'Shop', address: 'hello@mail.example' },
  to: 'ada@example.com',
  subject: 'We miss you',
  html: '<p>Hi</p>',
  text: 'Hi',
};

/** The fields of the header, without the date and the type, which has a random boundary. */
const fieldsOf = (source: string): string[] =>
  source
    .slice(0, source.indexOf('\r\n\r\n'))
    .split(/\r\n(?![ \t])/)
    .filter((field) => !/^(?:date|content-type):/i.test(field));

function composerFields({ messageId, from, replyTo, to, subject, unsubscribeUrl, headers }: OutgoingEmail): string[] {
  const box = ({ name = '', address }: OutgoingEmail['from']) => ({ name, address });
  const own = {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  const composer = new MailComposer({
    messageId: `<${messageId}>`,
    from: box(from),
    ...(replyTo ? { replyTo: box(replyTo) } : {}),
    to: box({ address: to }),
    subject,
    alternatives: [{ raw: '' }, { raw: '' }],
    headers: { ...headers, ...(unsubscribeUrl ? own : {}) },
  });
  return fieldsOf(`${composer.compile().buildHeaders()}\r\n\r\n`);
}

describe('the header of an email', () => {
  const cases: readonly [string, Partial<OutgoingEmail>][] = [
    ['plain values', {}],
    ['no subject', { subject: '' }],
    ['a sender without a name', { from: { address: 'hello@mail.example' } }],
    ['a name in quotation marks', { from: { name: 'The "old" shop, Inc.', address: 'hello@mail.example' } }],
    ['a name with an encoded word', { from: { name: '=?UTF-8?Q?x?=', address: 'hello@mail.example' } }],
    [
      'another alphabet',
      { from: { name: 'Šárka', address: 'a@b.example' }, subject: '久しぶりです、また会いましょう '.repeat(5) },
    ],
    ['long words', { subject: 'x'.repeat(300), messageId: `${'y'.repeat(80)}@mail.example` }],
    ['a long subject', { subject: 'A word and another one. '.repeat(9).trim() }],
    ['domains in other alphabets', { to: 'ada@müller.example', replyTo: { name: 'Ü', address: 'b@müller.example' } }],
    ['a local part in another alphabet', { to: 'ädä@müller.example' }],
    [
      'further headers',
      {
        unsubscribeUrl: `https://r.example/${'u'.repeat(120)}`,
        headers: { 'X-Rekindle-Test': 'true', 'X-Note': 'Grüße' },
      },
    ],
  ];
  it.each(cases)('is the one of nodemailer: %s', async (_name, changes) => {
    const email = { ...EMAIL, ...changes };
    const source = (await compose(email)).toString();
    expect(fieldsOf(source)).toEqual(composerFields(email));
    expect(source).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r$/m);
  });

  it('is right for each of two senders', async () => {
    const senders = ['one', 'two', 'one'].map((name) => ({ name, address: 'hello@mail.example' }));
    const sources = await Promise.all(senders.map((from) => compose({ ...EMAIL, from })));
    expect(sources.map((source) => /From: (\w+)/.exec(source.toString())?.[1])).toEqual(['one', 'two', 'one']);
  });
});

describe('a part in quoted-printable', () => {
  const texts = [
    '',
    'plain',
    'Grüße 🙂 = ?',
    ' spaces at both ends ',
    'x'.repeat(1_000),
    'ü'.repeat(100),
    'one\r\ntwo\nthree\rfour',
    '.\r\n.dots\n..',
    'tab\t\nspace \n',
    '=_rekindle_part--',
    '='.repeat(100),
    'a=bc'.repeat(50),
    '\n',
  ];
  const decoded = (text: string): string => text.replaceAll(/\r\n|\r|\n/g, '\r\n');

  it('is the same in one piece and in many, with short lines', () => {
    const pieces = texts.map(encodePiece).join('');
    expect(pieces).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(pieces, 'an escape is cut').not.toMatch(/=[\dA-F]?=\r\n/);
    expect(Math.max(...pieces.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(76);
    expect(decodeQuotedPrintable(Buffer.from(pieces))).toBe(texts.map(decoded).join(''));
  });

  it.each(texts)('can be given as bytes: %j', async (text) => {
    const bytes = Buffer.from(encodePiece(text));
    const parts = (await compose({ ...EMAIL, text: bytes, html: bytes }))
      .toString()
      .split(/\r\n--=_rekindle_part.*\r\n/);
    expect(parts).toHaveLength(4);
    for (const part of parts.slice(1, 3)) {
      const content = part.slice(part.indexOf('\r\n\r\n') + 4);
      expect(decodeQuotedPrintable(Buffer.from(content))).toBe(decoded(text));
    }
  });
});
