import type { CellLook, GridLook, GridProduct } from './types.js';

/** What all cells of a document share. */
export interface Page {
  readonly look: GridLook;
  readonly products: ReadonlyMap<string, GridProduct>;
  readonly imageUrls: Readonly<Record<string, string>>;
  readonly fonts: { readonly body: string; readonly titles: string; readonly names: string };
}

export const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** The parts of a cell's table cell: its image and its words, each as a link to the product. */
export function cellParts(page: Page, cell: CellLook): { readonly image: string; readonly words: string } {
  const product = page.products.get(cell.productId);
  const style = `display:block;min-height:44px;text-align:${cell.align};text-decoration:none`;
  return {
    image: linked(product, imageOf(page, product, cell), 'display:block;text-decoration:none'),
    words: linked(product, wordsOf(page, product, cell), style),
  };
}

/** Words on a tile keep their colour in dark mode, because the tile keeps its own. */
function wordsOf({ look, fonts }: Page, product: GridProduct | undefined, cell: CellLook): string {
  if (!product) return '';
  const kind = cell.isCard ? 'y' : 'x';
  const line = (text: string, size: number, more: string): string =>
    `<span class="${kind}" dir="auto" style="display:block;color:${cell.ink};font-size:${size}px;line-height:${Math.round(size * 1.35)}px;${more}text-decoration:none;word-break:break-word;overflow-wrap:anywhere">${text}</span>`;
  const weight = look.headings ? 'font-weight:bold;' : '';
  // Without its name a price would not share a line with the others of its row.
  const empty = look.priceFirst || cell.titleSize === 0 ? '' : line('&nbsp;', cell.titleSize, '');
  const name = cell.name ? empty : line(escape(product.title), cell.titleSize, `font-family:${fonts.titles};${weight}`);
  const former = product.compareAtPrice?.trim()
    ? ` <span style="font-weight:normal;color:${cell.soft};text-decoration:line-through">${escape(product.compareAtPrice)}</span>`
    : '';
  const price = product.price?.trim()
    ? line(escape(product.price) + former, cell.priceSize, `font-family:${fonts.body};font-weight:bold;`)
    : '';
  return look.priceFirst ? price + name : name + price;
}

/** Links only to http(s) addresses, because the data of a product is not trusted. */
function linked(product: GridProduct | undefined, inner: string, style: string): string {
  const safe = product?.url && /^https?:\/\//i.test(product.url);
  return safe
    ? `<a href="${escape(product.url ?? '')}" style="${style}">${inner}</a>`
    : `<div style="${style}">${inner}</div>`;
}

function imageOf({ look, imageUrls, fonts }: Page, product: GridProduct | undefined, cell: CellLook): string {
  const { width, height, tile, name } = cell;
  const url = product && imageUrls[product.id];
  const field = `background-color:${tile};border-radius:${look.radius}px`;
  if (url && /^https?:\/\//i.test(url)) {
    const style = `display:block;width:100%;max-width:100%;height:auto;${field};color:${cell.ink};font-family:${fonts.body};font-size:14px`;
    return `<img src="${escape(url)}" width="${width}" height="${height}" alt="${escape(altOf(product))}" style="${style}">`;
  }
  const size = name?.size ?? 13;
  const words = name && product ? escape(product.title) : '&nbsp;';
  return (
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate;${field}"><tr>` +
    `<td class="f" height="${height}" align="center" valign="middle" style="height:${height}px;padding:0 12px"><span class="y" dir="auto" style="display:block;color:${name?.colour ?? cell.ink};font-family:${fonts.names};font-weight:bold;font-size:${size}px;line-height:${Math.round(size * 1.25)}px;overflow-wrap:anywhere">${words}</span></td></tr></table>`
  );
}

const altOf = ({ title, price }: GridProduct): string => (price ? `${title}, ${price}` : title);
