import { encode, wrap } from 'nodemailer/lib/qp';

const LINE = 76;
/** Text of one line in which only `=` has to be escaped. */
const PLAIN = /^[\x20-\x7e]*$/;
const SOFT_BREAK = '=\r\n';

/** Content as quoted-printable, with short lines. Bytes are quoted-printable already. */
export const asQuotedPrintable = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? Buffer.from(encoded(content), 'latin1') : content;

/**
 * A piece of a longer text. Each piece starts a new line, so pieces can be joined, whatever they contain: the line
 * breaks between them are soft and mean nothing.
 */
export function encodePiece(text: string): string {
  if (PLAIN.test(text)) return inLines(text.replaceAll('=', '=3D'));
  const piece = encoded(text);
  return piece.endsWith('\n') ? piece : piece + SOFT_BREAK;
}

function inLines(escaped: string): string {
  let lines = '';
  for (let [from, to] = [0, 0]; from < escaped.length; from = to) {
    to = from + LINE - 1;
    // An escape is not cut.
    if (to < escaped.length) to -= escaped[to - 1] === '=' ? 1 : escaped[to - 2] === '=' ? 2 : 0;
    lines += escaped.slice(from, to) + SOFT_BREAK;
  }
  return lines;
}

const encoded = (text: string): string => wrap(encode(text.replaceAll(/\r\n|\r|\n/g, '\r\n')), LINE);

/** Pieces as a whole. The last line of quoted-printable has no soft break. */
export const joinPieces = (pieces: string): Buffer =>
  Buffer.from(pieces.endsWith(SOFT_BREAK) ? pieces.slice(0, -SOFT_BREAK.length) : pieces, 'latin1');

/** The content again. */
export const decodeQuotedPrintable = (bytes: Uint8Array): string =>
  Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll('=\r\n', '')
      .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString();
