import { readableOn } from '../colour/contrast.js';
import { mix } from '../colour/rgb.js';
import { CompositionError } from '../composition-error.js';
import type { BrandKit } from '../types.js';
import { DEFAULT_WIDTH, geometryOfPlan, GUTTER, PADDING, ROW_GAP } from './geometry.js';
import { fieldOf } from './no-image.js';
import type { GridCell, GridHtmlOptions, GridPlan, GridProduct, GridRow } from './types.js';

/** Gmail clips longer messages. */
const MOST_BYTES = 102_400;

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

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

/** Below 480 px cells are stacked or in pairs, in the order of the source. */
const styleSheet = (ground: string, text: string): string =>
  [
    'body{margin:0;padding:0;-webkit-text-size-adjust:100%}',
    'table{border-collapse:collapse}img{border:0;-ms-interpolation-mode:bicubic}',
    '@media only screen and (max-width:479px){',
    '.w{width:100%!important}.e{padding-left:16px!important;padding-right:16px!important}',
    '.t,.t>tbody,.t>tbody>tr{display:block!important;width:100%!important}',
    '.g{display:none!important}.c{display:block!important;width:100%!important;box-sizing:border-box}',
    `.s+.g+.s{padding-top:${ROW_GAP}px!important}`,
    '.p{display:inline-block!important;width:50%!important;vertical-align:top}',
    '.a{padding-right:8px!important}.b{padding-left:8px!important}',
    `.o{display:block!important;width:50%!important;margin:0 auto!important;padding:${ROW_GAP}px 4px 0!important}}`,
    '@media (prefers-color-scheme:dark){',
    `.k{background-color:${mix(text, '#000000', 0.55)}!important}.x{color:${mix(ground, '#ffffff', 0.5)}!important}}`,
  ].join('');

interface Page {
  readonly options: GridHtmlOptions;
  readonly products: ReadonlyMap<string, GridProduct>;
  readonly font: string;
  readonly text: string;
}

/**
 * A complete HTML document for emails: tables, inline styles, one style sheet for phones (below 480 px), names and
 * prices as text, alt texts, at most 102,400 bytes.
 *
 * @throws CompositionError `text_does_not_fit` with `place` = `html` if titles and addresses make it longer
 */
export function renderGridHtml(plan: GridPlan, products: readonly GridProduct[], options: GridHtmlOptions): string {
  const { width = DEFAULT_WIDTH, brand, language = 'en' } = options;
  const { background } = brand.palette;
  const text = readableOn(background, [brand.palette.text, brand.palette.primary]);
  const page: Page = {
    options,
    products: new Map(products.map((product) => [product.id, product])),
    font: FONT_STACK[brand.fonts.body],
    text,
  };
  const { boxes } = geometryOfPlan(plan, width);
  let first = 0;
  const rows = plan.rows.map((row) => {
    const own = boxes.slice(first, first + row.cells.length);
    first += row.cells.length;
    return renderRow(page, row, own, width);
  });
  const html =
    `<!doctype html><html lang="${escape(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">' +
    `<title>${escape(titleOf(plan, page))}</title><style>${styleSheet(background, text)}</style></head>` +
    `<body class="k" style="margin:0;padding:0;background-color:${background}">` +
    `<table role="presentation" class="k" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${background}"><tr><td align="center">` +
    `<table role="presentation" class="w" width="${width}" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:${width}px;table-layout:fixed">` +
    `<tr><td style="height:${PADDING}px;line-height:${PADDING}px;font-size:0">&nbsp;</td></tr>${rows.join('')}</table></td></tr></table></body></html>\n`;
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

interface Size {
  readonly width: number;
  readonly height: number;
}

function renderRow(page: Page, { cells, mobile }: GridRow, boxes: readonly Size[], width: number): string {
  const total = boxes.reduce((sum, box) => sum + Math.round(box.width), 0) + GUTTER * (boxes.length - 1);
  const parts = cells.map((cell, index) => {
    const size = { width: Math.round(boxes[index]?.width ?? 0), height: Math.round(boxes[index]?.height ?? 0) };
    return renderCell(
      page,
      cell,
      { ...size, share: share(size.width, total) },
      phoneClass(mobile, index, cells.length),
    );
  });
  const gutter = `<td class="g" width="${GUTTER}" style="width:${share(GUTTER, total)};font-size:0">&nbsp;</td>`;
  const full = total >= width - PADDING * 2 - 3;
  return (
    `<tr><td class="e" align="center" style="padding:0 ${PADDING}px ${ROW_GAP}px">` +
    `<table role="presentation" class="t" ${full ? 'width="100%"' : `width="${total}"`} cellpadding="0" cellspacing="0" border="0" style="width:${full ? '100%' : share(total, width - PADDING * 2)};table-layout:fixed"><tr>` +
    `${parts.join(gutter)}</tr></table></td></tr>`
  );
}

/** The third cell of a row of pairs is centred below the others. */
const phoneClass = (mobile: GridRow['mobile'], index: number, count: number): string =>
  mobile === 'stack' || count === 1 ? 'c s' : index === 2 ? 'c o' : `c p ${index % 2 ? 'b' : 'a'}`;

/**
 * The width in percent, so that the grid can shrink. Email clients that ignore percentages use the `width` attributes.
 */
const share = (part: number, whole: number): string => `${((part / whole) * 100).toFixed(2)}%`;

interface CellSize extends Size {
  /** Width in CSS, relative to the row. */
  readonly share: string;
}

function renderCell(page: Page, cell: GridCell, { width, height, share }: CellSize, classes: string): string {
  const product = page.products.get(cell.productId);
  const hero = cell.emphasis === 'hero';
  const title = escape(product?.title ?? '');
  const words = `display:block;color:${page.text};font-family:${page.font};text-decoration:none;word-break:break-word;overflow-wrap:anywhere;`;
  const caption =
    `<span class="x" dir="auto" style="${words}font-size:${hero ? 20 : 15}px;line-height:${hero ? 26 : 20}px">${title}</span>` +
    (product?.price
      ? `<span class="x" dir="auto" style="${words}font-size:${hero ? 18 : 16}px;line-height:24px;font-weight:bold">${escape(product.price)}</span>`
      : '');
  return (
    `<td class="${classes}" width="${width}" valign="top" align="center" style="width:${share}">` +
    linked(product, imageOf(page, product, { width, height }), 'display:block') +
    `${linked(product, caption, 'display:block;min-height:44px;padding-top:10px;text-decoration:none')}</td>`
  );
}

/** Links only to http(s) addresses, because the data of a product is not trusted. */
function linked(product: GridProduct | undefined, inner: string, style: string): string {
  const safe = product?.url && /^https?:\/\//i.test(product.url);
  return safe
    ? `<a href="${escape(product.url ?? '')}" style="${style}">${inner}</a>`
    : `<div style="${style}">${inner}</div>`;
}

function imageOf({ options, font }: Page, product: GridProduct | undefined, { width, height }: Size): string {
  const url = product && options.imageUrls[product.id];
  const radius = Math.min(options.brand.cornerRadius, 24);
  const { primary } = options.brand.palette;
  const field = fieldOf(options.brand.palette);
  if (!url || !/^https?:\/\//i.test(url)) {
    return `<span aria-hidden="true" style="display:block;height:${Math.round(height)}px;line-height:${Math.round(height)}px;background-color:${field};border-radius:${radius}px;overflow:hidden">&nbsp;</span>`;
  }
  const style = `display:block;width:100%;max-width:100%;height:auto;border-radius:${radius}px;background-color:${field};color:${readableOn(field, [primary])};font-family:${font};font-size:14px`;
  return `<img src="${escape(url)}" width="${width}" height="${height}" alt="${escape(altOf(product))}" style="${style}">`;
}

const altOf = ({ title, price }: GridProduct): string => (price ? `${title}, ${price}` : title);
