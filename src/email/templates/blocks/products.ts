import { hasPhrases } from '../phrases.js';
import type { Theme } from './theme.js';
import type { LayoutWords } from './words.js';

/** Which list of the scope a block shows, and at most how many of its products. */
export interface ProductGrid {
  readonly list: string;
  readonly count: number;
  readonly language: string;
}

/**
 * Products in pairs, on phones too. A last one without a partner gets a row of its own with its words beside it. HTML
 * with Liquid: the products are known when the email is filled. The tiles of a pair are cells of one row, so that they
 * are equally high in mail programs that show a photograph in its own shape.
 */
export function productsHtml({ list, count, language }: ProductGrid, theme: Theme, words: LayoutWords): string {
  const first = productHtml('product', language, theme);
  const second = productHtml('other', language, theme);
  const { light, heading } = theme;
  const start = words.dir === 'rtl' ? 'right' : 'left';
  const text = (content: string, style: string): string =>
    `<td class="rk-tile-text" style="${style};font-size:16px;line-height:1.4;color:${light.text}">${content}</td>`;
  const below = (facts: string): string => text(facts, 'vertical-align:top;padding:10px 2px 24px;text-align:center');
  const gap = '<td>&nbsp;</td>';
  const rowEnd = '<tr><td colspan="3" height="24" style="height:24px;font-size:1px;line-height:1px">&nbsp;</td></tr>';
  const shop = `<div style="padding-top:12px"><a class="rk-accent" href="${first.url}" style="color:${light.accent};font-weight:700">${words.shopNow}</a></div>`;
  const large = `font-family:${heading};font-size:22px;line-height:1.25;font-weight:700`;
  const alone = `<tr>${first.tile}${gap}${text(first.facts(large) + shop, `vertical-align:middle;text-align:${start}`)}</tr>${rowEnd}`;
  const pair = `<tr>${first.tile}${gap}${second.tile}</tr><tr>${below(first.facts())}${gap}${below(second.facts())}</tr>`;
  return (
    `<table role="presentation" dir="${words.dir}" align="center" width="552" cellpadding="0" cellspacing="0" border="0" style="width:97%;table-layout:fixed;border-collapse:separate">` +
    `<colgroup><col width="48.5%"><col width="3%"><col width="48.5%"></colgroup>` +
    `{% for product in lists.${list} limit: ${count} %}{% assign odd = forloop.index | modulo: 2 %}{% if odd == 1 %}` +
    `{% if forloop.last %}${alone}{% else %}{% assign other = lists.${list}[forloop.index] %}${pair}{% endif %}` +
    `{% endif %}{% endfor %}</table>`
  );
}

/**
 * The parts of the product that the variable `name` holds. Beside a photograph that is not square, its own left edge is
 * drawn out over the tile. The link has this ground, not the image: some versions of Gmail drop a style with a URL.
 */
function productHtml(
  name: string,
  language: string,
  { tints, light, radius, heading }: Theme,
): { readonly url: string; readonly tile: string; readonly facts: (style?: string) => string } {
  const tint = `{% cycle ${tints.map((colour) => `'${colour}'`).join(', ')} %}`;
  const url = `{{ ${name}.url | default: shop.url }}`;
  const title = `{{ ${name}.title${hasPhrases(language) ? ' | phrases' : ''} }}`;
  const money = (key: string): string => `{{ ${name}.${key} | money: ${name}.currency, '${language}' }}`;
  const tile =
    `{% if ${name}.imageUrl %}<td class="rk-tile" align="center" valign="middle" style="background-color:${tint};border-radius:${radius}px;overflow:hidden">` +
    `<a class="rk-shown" href="${url}" style="display:block;color:#333333;text-decoration:none;background:url('{{ ${name}.imageUrl }}') 0 0/3000% 100%;border-radius:${radius}px;mix-blend-mode:multiply"><img class="rk-thumb" src="{{ ${name}.imageUrl }}" alt="{{ ${name}.title }}" width="266" style="display:block;width:100%;max-width:100%;height:auto;aspect-ratio:1/1;object-fit:contain;border:0;border-radius:${radius}px;font:600 14px/1.4 Helvetica,Arial,sans-serif;color:#333333;text-align:center"></a></td>` +
    `{% else %}<td class="rk-tile" height="200" align="center" style="background-color:${tint};border-radius:${radius}px;padding:16px;text-align:center">` +
    `<a class="rk-shown" href="${url}" style="color:#2a2a2a;text-decoration:none;font:700 20px/1.3 ${heading}"><span dir="auto">${title}</span></a></td>{% endif %}`;
  const price =
    `{% if ${name}.compareAtPrice %}<span class="rk-accent" style="color:${light.accent};font-weight:700">${money('price')}</span> ` +
    `<s class="rk-muted" style="color:${light.muted};font-size:14px">${money('compareAtPrice')}</s>` +
    `{% else %}<span class="rk-plain" style="color:${light.text};font-weight:700">${money('price')}</span>{% endif %}`;
  const facts = (style = ''): string =>
    `<a class="rk-plain" href="${url}" style="color:${light.text};text-decoration:none;${style}"><span dir="auto">${title}</span></a>` +
    `{% if ${name}.price %}<div style="padding-top:2px">${price}</div>{% endif %}`;
  return { url, tile, facts };
}
