import type { LiquidShelter } from '../liquid.js';
import { withBreaks, withoutOrphan } from './line-breaks.js';
import type { PlacedImages } from '../compiled-email.js';
import { inlineImages, linkedImage, markOf, pieces } from './images.js';
import { type Part, productOptions, SOURCES } from './parse.js';
import { productsHtml } from './products.js';
import { styled, type TextStyle } from './styles.js';
import type { Theme } from './theme.js';
import type { LayoutWords } from './words.js';

/** What the blocks of one body share. */
export interface BlockSetting {
  readonly theme: Theme;
  readonly words: LayoutWords;
  readonly language: string;
  readonly images: PlacedImages;
  readonly shelter: LiquidShelter;
  /** Markdown to HTML. */
  readonly markdown: (text: string) => string;
}

/** A short text stands in the middle, as the blocks do; a letter has a straight edge. */
const SHORT = 420;

/** The part as sections of MJML. */
export function renderPart(part: Part, set: BlockSetting): string {
  switch (part.kind) {
    case 'text':
      return textSections(part.text, set);
    case 'hero':
      return heroSections(part.text, set);
    case 'offer':
      return offerSection(part.text, set);
    case 'button':
      return buttonSection(part, set);
    case 'products':
      return productsSection(part, set);
    case 'columns':
      return columnsSection(part.text, set);
    case 'footer':
      // The layout places it at the end.
      return '';
  }
}

const onPanel = (set: BlockSetting, align: TextStyle['align']): TextStyle => ({
  align,
  colour: set.theme.light.text,
  link: set.theme.light.accent,
});

const startOf = ({ words }: BlockSetting): 'left' | 'right' => (words.dir === 'rtl' ? 'right' : 'left');

const raw = (content: string): string => (content ? `<mj-raw>${content}</mj-raw>` : '');

const section = ({ theme }: BlockSetting, padding: string, columns: string): string =>
  `<mj-section background-color="${theme.light.panel}" css-class="rk-panel" padding="${padding}">${columns}</mj-section>`;

const words = (html: string, align: TextStyle['align'], more = '', padding = '0 8px'): string =>
  `<mj-text css-class="rk-text" align="${align}" padding="${padding}" ${more}>${html}</mj-text>`;

/** Space below what has no margin of its own. */
export const spacer = (set: BlockSetting, pixels: number): string =>
  section(set, '0', column(`<mj-spacer height="${pixels}px" />`));

const column = (content: string): string => `<mj-column>${content}</mj-column>`;

function textSections(text: string, set: BlockSetting): string {
  return pieces(text)
    .map((piece) => {
      if ('text' in piece) return plain(set.shelter.hide(piece.text), set);
      const image = set.images[piece.place];
      const html = linkedImage(image, set.theme);
      return image?.grid ? raw(html) : bleeding(html, set);
    })
    .join('');
}

const bleeding = (html: string, set: BlockSetting): string =>
  section(set, '0', column(`<mj-text padding="0">${html}</mj-text>`));

function plain(hidden: string, set: BlockSetting): string {
  const { before, inner, after } = set.shelter.isBalanced(hidden)
    ? { before: '', inner: hidden, after: '' }
    : loneEnds(hidden);
  const content = inner.trim();
  const isShort = content.length <= SHORT && !/^\s*(?:[-*+>|]|\d+[.)])\s/m.test(content);
  const align = isShort ? 'center' : startOf(set);
  const html = styled(set.markdown(content), set.theme, onPanel(set, align));
  return raw(before) + (content && section(set, '8px 24px', column(words(html, align)))) + raw(after);
}

/** Liquid on lines of its own at both ends is set apart, so that a condition may enclose whole blocks. */
function loneEnds(hidden: string): { readonly before: string; readonly inner: string; readonly after: string } {
  const lines = hidden.split('\n');
  const isLone = (line: string): boolean => /^\s*(?:lqd\d+dql\s*)*$/.test(line);
  const first = lines.findIndex((line) => !isLone(line));
  if (first < 0) return { before: hidden.trim(), inner: '', after: '' };
  const last = lines.findLastIndex((line) => !isLone(line)) + 1;
  const part = (from: number, to?: number): string => lines.slice(from, to).join('\n').trim();
  return { before: part(0, first), inner: part(first, last), after: part(last) };
}

function heroSections(text: string, set: BlockSetting): string {
  const { theme, language } = set;
  const { hero } = set.images;
  const lines = set.shelter
    .hide(text.replace(markOf('hero'), ''))
    .trim()
    .split('\n');
  const at = lines.findIndex((line) => /^\s*#/.test(line));
  const eyebrow = at > 0 ? lines.slice(0, at).join(' ').trim() : '';
  const rest = (at > 0 ? lines.slice(at) : lines).join('\n');
  const band = { ground: theme.band, colour: theme.onBand };
  const colour = hero ? theme.light.text : band.colour;
  const tracking = /^(?:ar|fa|he|ur|hi|th)\b/.test(language) ? '0' : '.14em';
  const small = eyebrow
    ? `<div class="${hero ? 'rk-accent' : ''}" style="font-size:13px;line-height:1.4;font-weight:700;letter-spacing:${tracking};text-transform:uppercase;color:${hero ? theme.light.accent : colour};text-wrap:balance;padding:0 0 10px">${withBreaks(withoutOrphan(eyebrow), language)}</div>`
    : '';
  const style: TextStyle = { align: 'center', colour, link: hero ? theme.light.accent : colour, isHero: true };
  const content = rest.trim() || eyebrow ? small + styled(set.markdown(rest), theme, style) : '';
  if (hero) {
    return (
      bleeding(linkedImage(hero, theme), set) +
      (content && section(set, '30px 24px 8px', column(words(content, 'center'))))
    );
  }
  return (
    content &&
    `<mj-section background-color="${band.ground}" padding="52px 24px">${column(`<mj-text align="center" color="${colour}" padding="0 8px">${content}</mj-text>`)}</mj-section>${spacer(set, 20)}`
  );
}

function offerSection(text: string, set: BlockSetting): string {
  const { theme, words: say } = set;
  const { text: colour, muted, accent, code } = theme.light;
  const big = /offer\.label/.test(text)
    ? ''
    : `<div class="rk-big rk-accent" style="font-family:${theme.heading};font-variant-numeric:lining-nums;font-size:46px;line-height:1.1;font-weight:700;color:${accent};text-wrap:balance;padding:0 0 8px">{{ offer.label }}</div>`;
  const ends = /offer\.ends/.test(text)
    ? ''
    : `<div class="rk-muted" style="font-size:14px;line-height:1.5;color:${muted};padding:10px 0 0">${say.ends} {{ offer.endsOn }}</div>`;
  const said = styled(set.markdown(set.shelter.hide(text)), theme, onPanel(set, 'center'));
  const coupon =
    `<table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0" style="margin:14px auto 0;border-collapse:separate"><tr>` +
    `<td class="rk-code" align="center" bgcolor="${code}" style="border:2px dashed ${accent};border-radius:${theme.radius}px;background-color:${code};padding:10px 30px;text-align:center">` +
    `<a class="rk-plain" href="{{ offer.url | default: shop.url }}" style="display:block;color:${colour};text-decoration:none">` +
    `<span class="rk-muted" style="display:block;font-size:12px;line-height:1.4;color:${muted}">${say.useCode}</span>` +
    `<span class="rk-word" dir="ltr" style="display:block;font-size:23px;line-height:1.35;font-weight:700;letter-spacing:.08em;overflow-wrap:anywhere">{{ offer.code }}</span></a></td></tr></table>`;
  return `${raw('{% if offer.code %}')}${section(set, '6px 24px 10px', column(words(big + said + coupon + ends, 'center', 'font-size="17px"')))}${raw('{% endif %}')}`;
}

function buttonSection({ options, text }: Part, set: BlockSetting): string {
  const { light, radius } = set.theme;
  const label =
    set.shelter
      .hide(text)
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ') || set.words.shopNow;
  const [, named] = /^\{\{-?\s*([\w.]+)\s*-?\}\}$/.exec(options) ?? [];
  const target = options === '' ? 'offer.url' : named;
  const href = target === undefined ? options : `{{ ${target} | default: shop.url }}`;
  const button = `<mj-button css-class="rk-button" href="${set.shelter.hide(href)}" background-color="${light.button}" color="${light.onButton}" border-radius="${radius}px" font-size="17px" font-weight="700" line-height="1.3" inner-padding="15px 24px" width="300px" padding="0">${withBreaks(label, set.language)}</mj-button>`;
  return section(set, '8px 24px 24px', column(button));
}

function productsSection({ options, text }: Part, set: BlockSetting): string {
  const read = productOptions(options);
  if ('problem' in read) throw new Error(read.problem);
  const list = SOURCES[read.source];
  const head = styled(set.markdown(set.shelter.hide(text)), set.theme, onPanel(set, 'center'));
  const grid = productsHtml({ list, count: read.count, language: set.language }, set.theme, set.words);
  const intro = head && words(`${head}<div style="height:20px;line-height:20px;font-size:1px">&nbsp;</div>`, 'center');
  return `${raw(`{% if lists.${list}[0] %}`)}${section(set, '28px 16px 8px', column(`${intro}<mj-text css-class="rk-text" padding="0">${grid}</mj-text>`))}${raw('{% endif %}')}`;
}

function columnsSection(text: string, set: BlockSetting): string {
  const align = startOf(set);
  const style = onPanel(set, align);
  const columns = text.split(/^\+\+\+[ \t]*$/m).map((one) => {
    const html = set.markdown(set.shelter.hide(inlineImages(one, set.images, set.theme)));
    return column(words(styled(html, set.theme, style), align, '', '0 8px 16px'));
  });
  return section(set, '12px 24px', columns.join(''));
}
