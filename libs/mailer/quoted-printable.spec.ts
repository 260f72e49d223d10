import { describe, expect, it } from 'vitest';
import { quotedPrintable } from './quoted-printable.js';

/** Decodes as RFC 2045 says, and shares nothing with the encoder. */
const decode = (encoded: string): string =>
  Buffer.from(
    encoded
      .replaceAll(/[ \t]+(?=\r\n|$)/g, '')
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

const TEXTS = [
  '',
  'plain',
  'Grüße = 100 %',
  'a blank at the end \nand a tab\t\r\nand one before the end ',
  '\r\n\n\r\r\n',
  '.leading dot\n..',
  'x'.repeat(500),
  '😀 مرحبا 日本語 '.repeat(40),
  `${'y'.repeat(75)}=${'z'.repeat(75)} end`,
  `${'w'.repeat(74)} \n${'w'.repeat(75)}\n${'w'.repeat(76)}\n`,
  '\u0000\u0001\u007f',
];

describe('quotedPrintable', () => {
  it.each(TEXTS)('is decoded to the same text with CRLF: %j', (text) => {
    expect(decode(quotedPrintable(text))).toBe(text.replaceAll(/\r\n|\r|\n/g, '\r\n'));
  });

  it.each(TEXTS)('has only visible ASCII, blanks and CRLF, in lines of 76 characters at most: %j', (text) => {
    const lines = quotedPrintable(text).split('\r\n');
    for (const line of lines) {
      expect(line).toMatch(/^[\t\x20-\x7e]{0,76}$/);
      expect(line).not.toMatch(/[ \t]$/);
    }
  });

  it('leaves room for random texts of every length', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    for (let length = 0; length < 400; length += 1) {
      const text = String.fromCodePoint(...Array.from({ length }, () => 1 + random(0x3000)));
      expect(decode(quotedPrintable(text))).toBe(text.replaceAll(/\r\n|\r|\n/g, '\r\n'));
    }
  });
});
