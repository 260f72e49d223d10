import type { EmailLook, EmailPalette } from './email-assets.service.js';
import type { PlacedImage } from './compiled-email.js';
import type { RenderedEmail } from './rendered-email.dto.js';

const PALETTE: EmailPalette = {
  primary: '#1f4b3f',
  secondary: '#4a6f64',
  accent: '#b4532a',
  background: '#f4f4f1',
  text: '#222222',
};
const COLOUR = /^#[0-9a-f]{6}$/i;
const FONTS = 'Helvetica, Arial, sans-serif';
const CONTENT_WIDTH = 600;

const paletteOf = ({ palette = {} }: EmailLook): EmailPalette => {
  const colour = (name: keyof EmailPalette): string => {
    const given = palette[name] ?? '';
    return COLOUR.test(given) ? given : PALETTE[name];
  };
  return {
    primary: colour('primary'),
    secondary: colour('secondary'),
    accent: colour('accent'),
    background: colour('background'),
    text: colour('text'),
  };
};

const fontOf = (name: string | undefined): string =>
  name && /^[\w -]{1,60}$/.test(name) ? `'${name}', ${FONTS}` : FONTS;

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Colours for email clients with a dark mode; others invert colours by themselves. */
const DARK = `@media (prefers-color-scheme: dark) {
  body, .rk-page, .rk-page > div, .rk-page > table { background: #121212 !important; background-color: #121212 !important; }
  .rk-panel, .rk-panel > table { background: #1e1e1e !important; background-color: #1e1e1e !important; }
  .rk-text div, .rk-text p, .rk-text li, .rk-text td, .rk-text h1, .rk-text h2, .rk-text h3 { color: #eaeaea !important; }
  .rk-text a { color: #9ecbff !important; }
}`;

const WIDE_BEGINS = '<!--wide-->';
const WIDE_ENDS = '<!--/wide-->';
/**
 * A wide part. It contains no second beginning: otherwise the search would run to the end of the text for each of many
 * beginnings without an end.
 */
const WIDE = new RegExp(`${WIDE_BEGINS}((?:(?!${WIDE_BEGINS}).)*?)${WIDE_ENDS}`, 's');

/** HTML over the full width of the email. In the brand's layout it interrupts the panel. */
export const isWide = (html: string): boolean => html.startsWith(WIDE_BEGINS);

const panel = (content: string): string =>
  `<mj-section background-color="#ffffff" css-class="rk-panel" padding="24px 8px"><mj-column><mj-text css-class="rk-text">${content}</mj-text></mj-column></mj-section>`;

/** Texts in panels, and wide parts between them. */
const blocks = (content: string): string =>
  content
    .split(WIDE)
    .map((part, index) => (index % 2 ? `<mj-raw>${part}</mj-raw>` : part.trim() && panel(part)))
    .join('');

/** The brand's layout around `content`, which is HTML, as MJML. */
export function layoutAround(content: string, look: EmailLook): string {
  const palette = paletteOf(look);
  const logo = look.logoUrl && /^https?:\/\/[^"\s<>]+$/.test(look.logoUrl) ? escapeHtml(look.logoUrl) : undefined;
  const heading = fontOf(look.fonts?.heading);
  return `<mjml><mj-head>
    <mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
    <mj-attributes><mj-all font-family="${fontOf(look.fonts?.body)}" /><mj-text color="${palette.text}" font-size="16px" line-height="1.55" /></mj-attributes>
    <mj-style>h1,h2,h3{font-family:${heading};line-height:1.25;margin:0 0 .6em} p,ul,ol{margin:0 0 1em} img{max-width:100%} .rk-text a{color:${palette.accent}} ${DARK}</mj-style>
  </mj-head><mj-body background-color="${palette.background}" css-class="rk-page" width="${CONTENT_WIDTH}px">
    <mj-section padding="24px 0 8px"><mj-column>${
      logo
        ? `<mj-image src="${logo}" alt="{{ brand.name }}" width="160px" />`
        : `<mj-text css-class="rk-text" align="center" font-size="20px" font-weight="700" color="${palette.primary}">{{ brand.name }}</mj-text>`
    }</mj-column></mj-section>
    ${blocks(content)}
    <mj-section padding="8px 0 24px"><mj-column><mj-text css-class="rk-text" align="center" font-size="13px">${FOOTER}</mj-text></mj-column></mj-section>
  </mj-body></mjml>`;
}

/** The sender, the postal address and the link to unsubscribe. */
export const FOOTER = `{{ brand.name }}{% if brand.postalAddress %}<br>{{ brand.postalAddress }}{% endif %}<br><a href="{{ unsubscribeUrl }}">Unsubscribe</a>`;

const block = (content: string): string =>
  `<div style="padding:16px;text-align:center;font:13px/1.5 ${FONTS}">${content}</div>`;

/** Added to MJML and HTML sources without a link to unsubscribe. */
export const footerBlock = block(FOOTER);

/** Added to sources with a link to unsubscribe and without a postal address. */
export const addressBlock = `{% if brand.postalAddress %}${block('{{ brand.name }}<br>{{ brand.postalAddress }}')}{% endif %}`;

/** Escapes braces, so that a title is not read as Liquid. Written in Liquid, because MJML would decode an entity. */
export const literal = (html: string): string => html.replaceAll(/[{}]/g, (brace) => `{{ '${brace}' }}`);

/** Marks links that the service makes, to tell them apart from the author's. */
export const IMAGE_LINK = 'class="rk-image"';

/** A responsive image in its link, or a grid as its table. */
export function imageHtml(image: PlacedImage): string {
  const { grid, link } = image;
  if (grid) return literal(WIDE_BEGINS + grid.table + WIDE_ENDS);
  const tag = literal(imgTag(image));
  // Markdown leaves a block element as it is.
  return link === undefined ? tag : `<div><a ${IMAGE_LINK} href="${link}" style="display:block">${tag}</a></div>`;
}

const imgTag = ({ url, width, height, altText }: PlacedImage): string =>
  `<img src="${escapeHtml(url)}" alt="${escapeHtml(altText)}" width="${Math.min(width, CONTENT_WIDTH)}" height="${Math.round((Math.min(width, CONTENT_WIDTH) * height) / width)}" style="display:block;border:0;margin:0 0 20px;width:100%;max-width:${width}px;height:auto">`;

/** The text that an inbox shows after the subject. Hidden in the email itself. */
export const preheaderHtml = (preheader: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}</div>`;

/** The start tag of the body. Its `>` is optional: a missing one would be searched for after each of many starts. */
export const BODY = /<body[^>]*>?/i;

/** An HTML page around `content`, the content of the body. */
export const documentAround = (content: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head><body>${content}</body></html>`;

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
