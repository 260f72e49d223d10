import type { Theme } from './theme.js';
import type { LayoutWords } from './words.js';

/** The list in the scope, and how many of its products at most. */
export interface ProductGrid {
  readonly list: string;
  readonly count: number;
  readonly language: string;
}

/**
 * Products in pairs, on phones too. A last one without a partner gets a row of its own with its words beside it. HTML
 * with Liquid: the products are known when the email is filled.
 */
export function productsHtml(
  { list, count, language }: ProductGrid,
  { tints, light, radius, heading }: Theme,
  words: LayoutWords,
): string {
  const start = words.dir === 'rtl' ? 'right' : 'left';
  const tint = `{% cycle ${tints.map((colour) => `'${colour}'`).join(', ')} %}`;
  const url = '{{ product.url | default: shop.url }}';
  const money = (key: string): string => `{{ product.${key} | money: product.currency, '${language}' }}`;
  const tile =
    `{% if product.imageUrl %}<td class="rk-tile" style="background-color:${tint};border-radius:${radius}px;overflow:hidden">` +
    `<a class="rk-shown" href="${url}" style="display:block;color:#333333;text-decoration:none"><img class="rk-thumb" src="{{ product.imageUrl }}" alt="{{ product.title }}" width="268" style="display:block;width:100%;max-width:100%;height:auto;aspect-ratio:1/1;object-fit:cover;border:0;border-radius:${radius}px;mix-blend-mode:multiply;font:600 14px/1.4 Helvetica,Arial,sans-serif;color:#333333;text-align:center"></a></td>` +
    `{% else %}<td class="rk-tile" height="200" align="center" style="background-color:${tint};border-radius:${radius}px;padding:16px;text-align:center">` +
    `<a class="rk-shown" href="${url}" style="color:#2a2a2a;text-decoration:none;font:700 20px/1.3 ${heading}"><span dir="auto">{{ product.title }}</span></a></td>{% endif %}`;
  const price =
    `{% if product.compareAtPrice %}<span class="rk-accent" style="color:${light.accent};font-weight:700">${money('price')}</span> ` +
    `<s class="rk-muted" style="color:${light.muted};font-size:14px">${money('compareAtPrice')}</s>` +
    `{% else %}<span class="rk-plain" style="color:${light.text};font-weight:700">${money('price')}</span>{% endif %}`;
  const facts = (size: string, more = ''): string =>
    `<a class="rk-plain" href="${url}" style="color:${light.text};text-decoration:none;${size}"><span dir="auto">{{ product.title }}</span></a>` +
    `{% if product.price %}<div style="padding-top:2px">${price}</div>{% endif %}${more}`;
  const cell = (style: string, content: string): string =>
    `<td class="rk-tile-text" style="${style};font-size:16px;line-height:1.4;color:${light.text}">${content}</td>`;
  const shop = `<div style="padding-top:12px"><a class="rk-accent" href="${url}" style="color:${light.accent};font-weight:700">${words.shopNow}</a></div>`;
  const table = (rows: string): string =>
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:separate">${rows}</table>`;
  const pair = `<td width="50%" valign="top" style="width:50%;padding:0 8px 24px">${table(`<tr>${tile}</tr><tr>${cell('padding:10px 2px 0;text-align:center', facts(''))}</tr>`)}</td>`;
  const alone = `<td width="50%" valign="middle" style="width:50%;padding:0 8px 24px">${table(`<tr>${tile}</tr>`)}</td><td width="50%" valign="middle" style="width:50%;padding:0 8px 24px">${table(`<tr>${cell(`text-align:${start}`, facts(`font-family:${heading};font-size:22px;line-height:1.25;font-weight:700`, shop))}</tr>`)}</td>`;
  return (
    `<table role="presentation" dir="${words.dir}" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">` +
    `{% for product in lists.${list} limit: ${count} %}{% assign odd = forloop.index | modulo: 2 %}` +
    `{% if odd == 1 %}<tr>{% endif %}{% if odd == 1 and forloop.last %}${alone}{% else %}${pair}{% endif %}` +
    `{% if odd == 0 or forloop.last %}</tr>{% endif %}{% endfor %}</table>`
  );
}
