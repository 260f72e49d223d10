/** A link in HTML: the address as the author means it, and the place of its text in the HTML. */
export interface Anchor {
  readonly address: string;
  readonly from: number;
  readonly to: number;
}

/** Links of HTML, also those in comments for Outlook. */
const LINK =
  /<(?:a|area|v:[a-z]+)\s(?:[^<>"']|"[^"]*"|'[^']*')*?(?<=[\s"'])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;
/** Browsers read a backslash as a slash, and need no slash after the colon. */
const WEB = /^(?:https?:|[/\\]{2})/i;

/** The `href` of a link, as it is written in the HTML. */
interface Written {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

export function* linksIn(html: string): Generator<Written, void> {
  for (const match of html.matchAll(LINK)) {
    const [whole, double, single, bare = ''] = match;
    const quoted = double ?? single;
    const value = quoted ?? bare;
    const to = match.index + whole.length - (quoted === undefined ? 0 : 1);
    yield { value, from: to - value.length, to };
  }
}

/** The address that an `href` means; undefined if it is no page of the web, such as `mailto:`. */
export function addressIn(href: string): string | undefined {
  const address = withoutEntities(href).trim();
  return WEB.test(address) ? address : undefined;
}

/** The links to pages of the web, in their order. */
export function* anchorsIn(html: string): Generator<Anchor, void> {
  for (const { value, from, to } of linksIn(html)) {
    const address = addressIn(value);
    if (address !== undefined) yield { address, from, to };
  }
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" };

const withoutEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|quot|lt|gt|apos));/gi, (entity, decimal, hex, name) => {
        if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? entity;
        const code = typeof decimal === 'string' ? Number(decimal) : parseInt(String(hex), 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      })
    : text;
