import { luminance, readableOn } from '../colour/contrast.js';
import { mix, rgbOf } from '../colour/rgb.js';
import { CompositionError } from '../composition-error.js';
import type { BrandKit } from '../types.js';
import { DEFAULT_WIDTH } from './geometry.js';
import { escape, type Page } from './html-cell.js';
import { renderRow } from './html-row.js';
import type { GridHtmlOptions, GridLook, GridPlan, GridProduct } from './types.js';

/** Gmail clips longer messages. */
const MOST_BYTES = 102_400;

/** The fallback in email clients that do not have the brand's font. */
const FONT_STACK: Readonly<Record<BrandKit['fonts']['body'], string>> = {
  Inter: 'Inter,Helvetica,Arial,sans-serif',
  Montserrat: 'Montserrat,Helvetica,Arial,sans-serif',
  Rubik: 'Rubik,Helvetica,Arial,sans-serif',
  Lora: 'Lora,Georgia,serif',
  'Playfair Display': "'Playfair Display',Georgia,serif",
  'Noto Serif': "'Noto Serif',Georgia,serif",
  Caveat: 'Caveat,cursive',
};

/** Below 480 px cells are stacked or in pairs, in the order of the source. CSS pixels. */
const PHONE_MARGIN = 16;
const PHONE_SPACE = 24;
const PHONE_GAP = 8;

const styleSheet = ({ ground, margin, gap, inkOnGround }: GridLook & { readonly inkOnGround: string }): string => {
  const side = margin > 0 ? PHONE_MARGIN : 0;
  const half = Math.min(PHONE_GAP, Math.ceil(gap / 2));
  const dark = isDark(ground) ? ground : mix(inkOnGround, '#000000', 0.55);
  return [
    'body{margin:0;padding:0;-webkit-text-size-adjust:100%}',
    'img{border:0;-ms-interpolation-mode:bicubic}',
    '@media only screen and (max-width:479px){',
    `.w{width:100%!important}.e{padding-left:${side}px!important;padding-right:${side}px!important}`,
    '.t,.t>tbody,.t>tbody>tr{display:block!important;width:100%!important}',
    '.g{display:none!important}.c{display:block!important;width:100%!important;box-sizing:border-box}',
    `.s+.g{display:block!important;width:100%!important;height:${PHONE_SPACE}px}`,
    '.p{display:inline-block!important;width:50%!important;vertical-align:top}',
    `.a{border-right:${half}px solid ${ground}!important}.b{border-left:${half}px solid ${ground}!important}`,
    `.o{display:block!important;width:50%!important;margin:${PHONE_SPACE}px auto 0!important}}`,
    '@media (prefers-color-scheme:dark){',
    `.k{background-color:${dark}!important}.a,.b{border-color:${dark}!important}`,
    isDark(ground) ? '}' : `.x{color:${mix(ground, '#ffffff', 0.5)}!important}}`,
  ].join('');
};

const isDark = (colour: string): boolean => luminance(rgbOf(colour)) < 0.2;

/**
 * A complete HTML document for emails: tables, inline styles, one style sheet for phones (below 480 px), names and
 * prices as text, alt texts, at most 102,400 bytes. It has the form of the drawn grid, whose `look` it takes.
 *
 * @throws CompositionError `text_does_not_fit` with `place` = `html` if titles and addresses make it longer
 */
export function renderGridHtml(plan: GridPlan, products: readonly GridProduct[], options: GridHtmlOptions): string {
  const { width = DEFAULT_WIDTH, brand, language = 'en', look, imageUrls } = options;
  const { fonts, palette } = brand;
  const titles = look.headings ? fonts.heading : fonts.body;
  const page: Page = {
    look,
    imageUrls,
    products: new Map(products.map((product) => [product.id, product])),
    fonts: { body: FONT_STACK[fonts.body], titles: FONT_STACK[titles], names: FONT_STACK[fonts.heading] },
  };
  const { ground } = look;
  const inkOnGround = readableOn(ground, [palette.text, palette.primary]);
  const space = (height: number) =>
    height < 1 ? '' : `<tr><td style="height:${height}px;line-height:${height}px;font-size:0">&nbsp;</td></tr>`;
  const rows = plan.rows.map(({ mobile }, index) => renderRow(page, look.rows[index], mobile, width));
  const html =
    `<!doctype html><html lang="${escape(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    `<title>${escape(titleOf(plan, page))}</title><style>${styleSheet({ ...look, inkOnGround })}</style></head>` +
    `<body class="k" style="margin:0;padding:0;background-color:${ground}">` +
    `<table role="presentation" class="k" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${ground}"><tr><td align="center">` +
    `<table role="presentation" class="w" width="${width}" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:${width}px;table-layout:fixed">` +
    `${space(Math.round(look.margin))}${rows.join('')}${space(Math.round(look.foot))}</table></td></tr></table></body></html>\n`;
  const bytes = Buffer.byteLength(html);
  if (bytes < MOST_BYTES) return html;
  throw new CompositionError(
    'text_does_not_fit',
    `The grid's HTML would have ${bytes} bytes; email clients clip at ${MOST_BYTES}.`,
    'html',
  );
}

/**
 * The parts of a grid's document that another document embeds: its rules for phones and dark screens, and its table.
 */
export function gridParts(document: string): { readonly css: string; readonly table: string } {
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(document) ?? [];
  const [, table = ''] = /<body[^>]*>(.*)<\/body>/s.exec(document) ?? [];
  return { css: css.slice(css.indexOf('@media')), table };
}

const titleOf = (plan: GridPlan, { products }: Page): string =>
  plan.rows
    .flatMap(({ cells }) => cells.map(({ productId }) => products.get(productId)?.title ?? ''))
    .slice(0, 3)
    .join(', ');
