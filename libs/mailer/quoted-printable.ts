const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;
const EQUALS = 0x3d;
/** The longest line that is allowed, without its line break. The last place is for the `=` of a soft line break. */
const MAX_LINE = 76;
const HEX = Buffer.from('0123456789ABCDEF');

/**
 * Encodes a text as quoted-printable UTF-8 (RFC 2045, 6.7), with CRLF as line breaks. It works on bytes in one pass,
 * because the encoding of a body is a large part of what an email costs.
 */
export function quotedPrintable(text: string): string {
  const bytes = Buffer.from(text);
  // Each byte becomes three at most, and each line gets three more.
  const encoded = Buffer.allocUnsafe(Math.ceil(bytes.length * 3 * (1 + 3 / (MAX_LINE - 3))) + 3);
  let length = 0;
  let column = 0;
  const add = (byte: number): void => {
    encoded[length] = byte;
    length += 1;
  };
  const endLine = (): void => {
    add(CR);
    add(LF);
    column = 0;
  };
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    const next = bytes[index + 1];
    if (byte === CR || byte === LF) {
      if (byte === CR && next === LF) index += 1;
      endLine();
      continue;
    }
    const isPlain = isVisible(byte) || (isBlank(byte) && next !== undefined && next !== CR && next !== LF);
    const width = isPlain ? 1 : 3;
    if (column + width >= MAX_LINE) {
      add(EQUALS);
      endLine();
    }
    column += width;
    if (isPlain) {
      add(byte);
      continue;
    }
    add(EQUALS);
    add(HEX[byte >> 4] ?? 0);
    add(HEX[byte & 15] ?? 0);
  }
  return encoded.toString('latin1', 0, length);
}

const isVisible = (byte: number): boolean => byte > SPACE && byte < 0x7f && byte !== EQUALS;
/** A blank at the end of a line would be lost on the way. */
const isBlank = (byte: number): boolean => byte === SPACE || byte === TAB;
