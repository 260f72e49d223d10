import type { LayoutWords } from './blocks/words.js';
import { BODY } from './html.js';
import { addressBlock, footerBlock } from './layout.js';
import type { RenderedEmail } from './rendered-email.dto.js';

/** What stands around the content of every email, whatever its source. */
export interface Envelope {
  readonly preheader: string | undefined;
  /** BCP 47. */
  readonly language: string;
  readonly words: LayoutWords;
  /** For grids. */
  readonly css: string;
}

/**
 * Adds a link to unsubscribe and the postal address where they are missing, the language, the title, the preheader and
 * the CSS of grids.
 */
export function inEnvelope(html: string, { preheader, language, words, css }: Envelope): string {
  const missing = html.includes('unsubscribeUrl')
    ? html.includes('postalAddress')
      ? ''
      : addressBlock
    : footerBlock(words);
  const withFooter = missing ? html.replace(/<\/body>/i, (tag) => missing + tag) : html;
  const withCss = css ? withFooter.replace(/<\/head>|(?=<body)/i, (tag) => `<style>${css}</style>${tag}`) : withFooter;
  const titled = withTitle(withLanguage(withCss, language, words.dir));
  return preheader ? titled.replace(BODY, (tag) => tag + preheaderHtml(preheader)) : titled;
}

/** MJML writes `und` and `auto`. An author's own language stays. */
const withLanguage = (html: string, language: string, dir: string): string =>
  html.replace(/<html[^>]*>?/i, (tag) => {
    const bare = tag.replace(/\slang="und"/, '').replace(/\sdir="auto"/, '');
    const lang = /\slang\s*=/i.test(bare) ? '' : ` lang="${language}"`;
    return bare.replace(/^<html/i, (name) => `${name}${lang}${/\sdir\s*=/i.test(bare) ? '' : ` dir="${dir}"`}`);
  });

/** Screen readers read the title first, and a browser shows it. `subject` is the filled subject of the email. */
const TITLE = '<title>{{ subject }}</title>';

function withTitle(html: string): string {
  if (html.includes('<title></title>')) return html.replace('<title></title>', () => TITLE);
  return /<title[\s>]/i.test(html) ? html : html.replace(/<head(?=[\s>])[^>]*>?/i, (tag) => tag + TITLE);
}

const HIDDEN =
  'display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all';

/** Fills the rest of the line in an inbox, which would otherwise show the beginning of the email. */
const PADDING = '&#847;&zwnj;&nbsp;'.repeat(90);

/** The text that an inbox shows after the subject. Hidden in the email itself. */
const preheaderHtml = (preheader: string): string =>
  `<div style="${HIDDEN}">${preheader}</div><div class="rk-pad" aria-hidden="true" style="${HIDDEN}">${PADDING}</div>`;

/** An HTML page around `content`, the content of the body. */
export const documentAround = (content: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title></title></head><body>${content}</body></html>`;

/** Adds a note that the email is a test. */
export const asTest = ({ subject, html, text, bytes }: RenderedEmail): RenderedEmail => {
  const note = 'This is a test. It was not sent to customers.';
  const banner = `<p style="margin:0;background:#fff3b0;color:#333;padding:8px;text-align:center;font:14px sans-serif">${note}</p>`;
  return {
    subject: `[Test] ${subject}`,
    html: html.replace(BODY, (tag) => tag + banner),
    text: `${note}\n\n${text}`,
    bytes: bytes + Buffer.byteLength(banner),
  };
};
