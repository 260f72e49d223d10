import { encode, wrap } from 'nodemailer/lib/qp';

const LINE = 76;
/** Text that is the same in quoted-printable: one line of ASCII without `=`. */
const PLAIN = /^[\x20-\x3c\x3e-\x7e]{0,70}$/;
const SOFT_BREAK = '=\r\n';

/** Content as quoted-printable, with short lines. Bytes are quoted-printable already. */
export const asQuotedPrintable = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(encoded(content), 'latin1') : content;

/**
 * A piece of a longer text. Each piece starts a new line, so pieces can be joined, whatever they contain: the line
 * breaks between them are soft and mean nothing.
 */
export function encodePiece(text: string): string {
  if (PLAIN.test(text)) return text === '' ? '' : text + SOFT_BREAK;
  const piece = encoded(text);
  return piece.endsWith('\n') ? piece : piece + SOFT_BREAK;
}

const encoded = (text: string): string => wrap(encode(text.replaceAll(/\r\n|\r|\n/g, '\r\n')), LINE);

/** The content again. */
export const decodeQuotedPrintable = (bytes: Uint8Array): string =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
