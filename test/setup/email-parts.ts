/** A part of an email as the sink received it, decoded. Each part is quoted-printable UTF-8. */
export function partOf(source: string, type: 'html' | 'plain'): string {
  const start = source.search(new RegExp(`^content-type: text/${type}`, 'im'));
  const body = source.indexOf('\r\n\r\n', start) + 4;
  const end = source.indexOf('\r\n--', body);
  return decoded(source.slice(body, end < 0 ? undefined : end));
}

function decoded(text: string): string {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}

/** The addresses of the links of HTML, in their order. */
export const targetsOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^<>]*\shref="([^"]*)"/gi)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
