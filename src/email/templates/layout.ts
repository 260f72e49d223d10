import type { EmailLook, EmailPalette } from './email-assets.service.js';
import type { PlacedImage } from './compiled-email.js';

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

/** Email clients that know the dark side get these colours; others invert by themselves. */
const DARK = `@media (prefers-color-scheme: dark) {
  body, .rk-page, .rk-page > div, .rk-page > table { background: #121212 !important; background-color: #121212 !important; }
  .rk-panel, .rk-panel > table { background: #1e1e1e !important; background-color: #1e1e1e !important; }
  .rk-text div, .rk-text p, .rk-text li, .rk-text td, .rk-text h1, .rk-text h2, .rk-text h3 { color: #eaeaea !important; }
  .rk-text a { color: #9ecbff !important; }
}`;

const WIDE_BEGINS = '<!--wide-->';
const WIDE_ENDS = '<!--/wide-->';
/** Not across another beginning, or each of many without an end would be followed to the end of the text. */
const WIDE = new RegExp(`${WIDE_BEGINS}((?:(?!${WIDE_BEGINS}).)*?)${WIDE_ENDS}`, 's');

/** HTML that is as wide as the email: in the brand's layout it interrupts the panel. */
export const isWide = (html: string): boolean => html.startsWith(WIDE_BEGINS);

const panel = (content: string): string =>
  `<mj-section background-color="#ffffff" css-class="rk-panel" padding="24px 8px"><mj-column><mj-text css-class="rk-text">${content}</mj-text></mj-column></mj-section>`;

/** Texts in panels, and what is wide between them. */
const blocks = (content: string): string =>
  content
    .split(WIDE)
    .map((part, index) => (index % 2 ? `<mj-raw>${part}</mj-raw>` : part.trim() && panel(part)))
    .join('');

/** The brand's layout around a text, as MJML. `content` is HTML. */
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

/** Who writes, from where, and how to stop it. */
export const FOOTER = `{{ brand.name }}{% if brand.postalAddress %}<br>{{ brand.postalAddress }}{% endif %}<br><a href="{{ unsubscribeUrl }}">Unsubscribe</a>`;

const block = (content: string): string =>
  `<div style="padding:16px;text-align:center;font:13px/1.5 ${FONTS}">${content}</div>`;

/** A source of one's own that has no way out gets the footer at its end. */
export const footerBlock = block(FOOTER);

/** One that has its own way out gets what else a footer says. */
export const addressBlock = `{% if brand.postalAddress %}${block('{{ brand.name }}<br>{{ brand.postalAddress }}')}{% endif %}`;

/** Nothing in a title or an alternative text is a Liquid tag: a brace is said in Liquid, as MJML would decode an entity. */
export const literal = (html: string): string => html.replaceAll(/[{}]/g, (brace) => `{{ '${brace}' }}`);

/** Tells the links that we make from the author's. */
export const IMAGE_LINK = 'class="rk-image"';

/** An image that shrinks with the screen, in its link; a grid comes as its table. */
export function imageHtml(image: PlacedImage): string {
  const { grid, link } = image;
  if (grid) return literal(WIDE_BEGINS + grid.table + WIDE_ENDS);
  const tag = literal(imgTag(image));
  // Markdown leaves a block element as it is.
  return link === undefined ? tag : `<div><a ${IMAGE_LINK} href="${link}" style="display:block">${tag}</a></div>`;
}

const imgTag = ({ url, width, height, altText }: PlacedImage): string =>
  `<img src="${escapeHtml(url)}" alt="${escapeHtml(altText)}" width="${Math.min(width, CONTENT_WIDTH)}" height="${Math.round((Math.min(width, CONTENT_WIDTH) * height) / width)}" style="display:block;border:0;margin:0 0 20px;width:100%;max-width:${width}px;height:auto">`;

/** What a list of emails shows behind the subject, without showing up in the email. */
export const preheaderHtml = (preheader: string): string =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preheader}</div>`;

/** Where a page's body begins. One without an end is taken as well: it would be looked for behind each of many. */
export const BODY = /<body[^>]*>?/i;

/** What every page needs; `content` is the inside of a body. */
export const documentAround = (content: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head><body>${content}</body></html>`;
