import type { EmailLook } from './email-assets.service.js';
import { type BlockSetting, renderPart, spacer } from './blocks/render.js';
import { CONTENT_WIDTH } from './blocks/images.js';
import type { Part } from './blocks/parse.js';
import { darkCss, NARROW } from './blocks/styles.js';
import type { LayoutWords } from './blocks/words.js';
import { escapeHtml, LAYOUT_LINK } from './html.js';
import { PHRASE_CSS } from './blocks/line-breaks.js';
import { hasPhrases } from './phrases.js';

const STORE = `{{ shop.url | default: '#' }}`;
const LOGO_HEIGHT = 44;

/** The brand's layout around the parts of a body, as MJML. */
export function layoutAround(parts: readonly Part[], set: BlockSetting, look: EmailLook): string {
  const { theme, words } = set;
  const { light, body } = theme;
  const align = words.dir === 'rtl' ? 'right' : 'left';
  return `<mjml><mj-head>
    <mj-raw><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"></mj-raw>
    <mj-attributes><mj-all font-family="${body}" /><mj-section direction="${words.dir}" /><mj-column direction="${words.dir}" /><mj-text align="${align}" color="${light.text}" font-size="17px" line-height="1.55" /></mj-attributes>
    ${faces(look)}<mj-style>:root{color-scheme:light dark;supported-color-schemes:light dark}</mj-style>${phraseStyle(set)}<mj-style>${NARROW}</mj-style><mj-style>${darkCss(theme)}</mj-style>
  </mj-head><mj-body background-color="${light.page}" css-class="rk-page" width="${CONTENT_WIDTH}px">
    ${header(look, set)}
    ${parts.map((part) => renderPart(part, set)).join('')}
    ${spacer(set, 24)}
    ${footer(parts, set)}
  </mj-body></mjml>`;
}

/** Outlook for Windows breaks such lines by its own rules. */
const phraseStyle = ({ language }: BlockSetting): string =>
  hasPhrases(language) ? `<mj-raw><!--[if !mso]><!--><style>${PHRASE_CSS}</style><!--<![endif]--></mj-raw>` : '';

/** In a style of its own: a client that drops it keeps the other rules. */
function faces({ faces: files = [] }: EmailLook): string {
  const rules = files.flatMap(({ family, weight, url }) =>
    !/^https?:\/\/[\w.:/-]+$/.test(url) || !/^[\w -]+$/.test(family)
      ? []
      : `@font-face{font-family:'${family}';font-style:normal;font-weight:${weight};font-display:swap;src:url(${url}) format('woff2')}`,
  );
  return rules.length > 0 ? `<mj-style>${rules.join('')}</mj-style>` : '';
}

const plainUrl = (url: string | null | undefined): string | undefined =>
  url && /^https?:\/\/[^"\s<>]+$/.test(url) ? escapeHtml(url) : undefined;

function header({ logoUrl, logoDarkUrl }: EmailLook, { theme }: BlockSetting): string {
  const { light, heading, radius } = theme;
  const [day, night] = [plainUrl(logoUrl), plainUrl(logoDarkUrl)];
  const name = `<span class="rk-plain" style="font-family:${heading};font-size:26px;line-height:1.3;font-weight:700;color:${light.text}">{{ brand.name }}</span>`;
  const image = (src: string, kind: string, more: string): string =>
    `<img class="${kind}" src="${src}" alt="{{ brand.name }}" height="${LOGO_HEIGHT}" style="display:inline-block;height:${LOGO_HEIGHT}px;width:auto;max-width:100%;object-fit:contain;border:0;vertical-align:middle;font-family:${heading};font-size:26px;line-height:${LOGO_HEIGHT}px;font-weight:700;color:${light.text};${more}">`;
  const both = night ? `<!--[if !mso]><!-->${image(night, 'rk-night', 'display:none')}<!--<![endif]-->` : '';
  const logo = day
    ? `<span${night ? '' : ' class="rk-plate"'} style="display:inline-block;background-color:${light.panel};border-radius:${radius}px">${image(day, night ? 'rk-day' : 'rk-logo', '')}</span>${both}`
    : name;
  return `<mj-section background-color="${light.panel}" css-class="rk-panel" padding="20px 24px"><mj-column><mj-text css-class="rk-text" align="center" padding="0"><a ${LAYOUT_LINK} href="${STORE}" style="text-decoration:none;color:${light.text}">${night && day ? logo.replace(`background-color:${light.panel};`, '') : logo}</a></mj-text></mj-column></mj-section>`;
}

function footer(parts: readonly Part[], { theme, words, markdown, shelter }: BlockSetting): string {
  const { footer: ground, onFooter } = theme.light;
  const own = parts.filter(({ kind }) => kind === 'footer').map(({ text }) => markdown(shelter.hide(text)));
  const links = own
    .join('')
    .replaceAll('<p>', '<p style="margin:0 0 16px;font-size:15px">')
    .replaceAll('<a href=', `<a style="color:${onFooter};text-decoration:none;font-weight:600" href=`);
  const store = `<p style="margin:0 0 16px;font-size:15px"><a ${LAYOUT_LINK} style="color:${onFooter};text-decoration:none;font-weight:600" href="${STORE}">${words.shopNow}</a></p>`;
  return `<mj-section background-color="${ground}" css-class="rk-foot" padding="32px 24px 36px"><mj-column><mj-text align="center" color="${onFooter}" font-size="13px" line-height="1.7" padding="0 8px">${links || store}${footerOf(words, `color:${onFooter};text-decoration:underline`)}</mj-text></mj-column></mj-section>`;
}

/** The sender, the postal address and the links that an email must have. */
function footerOf(words: LayoutWords, link: string): string {
  const to = (name: string, label: string): string =>
    `<a href="{{ ${name} }}" style="${link};white-space:nowrap;margin:0 8px">${label}</a>`;
  // Space and no dot between the links: a dot would stand at the end of a line.
  const optional = (name: string, label: string): string => `{% if ${name} %} ${WIDE}${to(name, label)}{% endif %}`;
  return (
    `<span dir="auto">{{ brand.name }}</span>{% if brand.postalAddress %}<br><span dir="auto">{{ brand.postalAddress }}</span>{% endif %}<br>${to('unsubscribeUrl', words.unsubscribe)}` +
    optional('preferencesUrl', words.preferences) +
    optional('viewInBrowserUrl', words.viewInBrowser)
  );
}

/** Outlook for Windows has no margin beside a link. */
const WIDE = '<!--[if mso]>&nbsp;&nbsp;<![endif]-->';

const block = (content: string): string =>
  `<div style="padding:16px;text-align:center;font:13px/1.5 Helvetica,Arial,sans-serif">${content}</div>`;

/** Added to MJML and HTML sources without a link to unsubscribe. */
export const footerBlock = (words: LayoutWords): string => block(footerOf(words, 'text-decoration:underline'));

/** Added to sources with a link to unsubscribe and without a postal address. */
export const addressBlock = `{% if brand.postalAddress %}${block('{{ brand.name }}<br>{{ brand.postalAddress }}')}{% endif %}`;
