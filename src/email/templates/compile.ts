import { compile as textCompiler } from 'html-to-text';
import { marked } from 'marked';
import mjml2html from 'mjml';
import type { InputError } from '#libs/kernel';
import type { EmailLook } from './email-assets.service.js';
import type { EmailSource } from './email-source.dto.js';
import { type CompiledEmail, KINDS, type Place, type PlacedImages, PLACES } from './compiled-email.js';
import {
  addressBlock,
  BODY,
  documentAround,
  escapeHtml,
  footerBlock,
  isWide,
  layoutAround,
  literal,
  IMAGE_LINK,
  imageHtml,
  preheaderHtml,
} from './layout.js';
import { LiquidPart, liquidProblem, LiquidShelter } from './liquid.js';
import type { Begin } from './parts.js';

/** Compiles the source into the parts of an email; `errors` have pointers into the source. */
export async function compileSource(
  source: EmailSource,
  images: PlacedImages,
  look: EmailLook,
  begin: Begin = () => undefined,
): Promise<{ compiled: CompiledEmail } | { errors: InputError[] }> {
  const kinds = KINDS.filter((kind) => source[kind] !== undefined);
  const [kind] = kinds;
  if (kinds.length !== 1 || !kind) {
    return { errors: [{ pointer: '', detail: 'needs exactly one of body, mjml and html' }] };
  }
  begin('liquid');
  const broken = liquidMistake(source[kind] ?? '');
  if (broken) return { errors: [{ pointer: `/${kind}`, detail: broken }] };
  const shelter = new LiquidShelter();
  const written = placeImages(source[kind] ?? '', images, kind);
  const result = await HTML_OF[kind](written, shelter, { look, begin });
  if ('problem' in result) return { errors: [{ pointer: `/${kind}`, detail: result.problem }] };
  const css = Object.values(images).flatMap(({ grid }) => grid?.css ?? []);
  const html = finish(shelter.restore(result.html), source.preheader, css.join(''));
  begin('plain');
  return { compiled: { subject: source.subject, html, text: textOf(html) } };
}

/** Checks the source as it was written, so that the message has the author's line number. */
function liquidMistake(source: string): string | undefined {
  try {
    LiquidPart.html(source);
    return undefined;
  } catch (error) {
    return liquidProblem(error);
  }
}

type Html = { readonly html: string } | { readonly problem: string };

interface Setting {
  readonly look: EmailLook;
  readonly begin: Begin;
}

const HTML_OF: Record<(typeof KINDS)[number], (text: string, shelter: LiquidShelter, set: Setting) => Promise<Html>> = {
  body: async (text, shelter, { look, begin }) => {
    begin('markdown');
    const content = await compileMarkdown(apart(shelter.hide(text)));
    if ('problem' in content) return content;
    begin('mjml');
    return compileMjml(shelter.hide(layoutAround(content.html, look)));
  },
  mjml: (text, shelter, { begin }) => {
    begin('mjml');
    return compileMjml(shelter.hide(text));
  },
  html: (text, shelter) =>
    Promise.resolve({ html: shelter.hide(/<body[\s>]/i.test(text) ? text : documentAround(text)) }),
};

/** Puts blank lines around a tag on a line of its own. After a list it would become part of the last item. */
const apart = (text: string): string => text.replaceAll(/^[ \t]*(lqd\d+dql)[ \t]*$/gm, '\n$1\n');

async function compileMarkdown(text: string): Promise<Html> {
  try {
    const html = await marked.parse(text, { gfm: true });
    // A tag that stands alone is not a paragraph.
    return { html: html.replaceAll(/<p>(lqd\d+dql)<\/p>/g, '$1') };
  } catch {
    return { problem: 'Markdown: nested too deep' };
  }
}

/** Allows no external fonts and no includes of our files. */
async function compileMjml(mjml: string): Promise<Html> {
  if (/<mj-include[\s>/]/i.test(mjml)) return { problem: 'mj-include is not supported: there are no files to include' };
  try {
    const { html, errors } = await mjml2html(mjml, { validationLevel: 'soft', fonts: {}, keepComments: false });
    const [first] = errors;
    return first ? { problem: `MJML line ${first.line}: ${first.message} (${first.tagName})` } : { html };
  } catch (error) {
    return { problem: `MJML: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable'}` };
  }
}

/**
 * Replaces tags such as `{{ hero }}` by the image, and tags such as `{{ hero.url }}` by a field of the image. An image
 * that the source does not mention goes to its usual place.
 */
function placeImages(text: string, images: PlacedImages, kind: (typeof KINDS)[number]): string {
  let placed = text;
  const missing: Partial<Record<Place, string>> = {};
  for (const place of PLACES) {
    const image = images[place];
    if (!image) continue;
    const html = imageHtml(image);
    const part = new RegExp(`\\{\\{-?\\s*${place}\\.(url|width|height|altText)\\s*-?\\}\\}`, 'g');
    const whole = placed;
    placed = placed.replaceAll(part, (_, name: 'url' | 'width' | 'height' | 'altText') =>
      literal(escapeHtml(String(image[name]))),
    );
    const tag = new RegExp(`\\{\\{-?\\s*${place}\\s*-?\\}\\}`, 'g');
    if (tag.test(placed)) placed = placed.replaceAll(tag, () => (kind === 'body' ? `\n\n${html}\n\n` : html));
    else if (placed === whole) missing[place] = html;
  }
  return insert(placed, missing, kind);
}

function insert(
  text: string,
  { hero = '', banner = '', grid = '' }: Partial<Record<Place, string>>,
  kind: string,
): string {
  if (kind === 'body') return [hero, text, banner, grid].filter(Boolean).join('\n\n');
  const block = (html: string): string => {
    if (!html || kind !== 'mjml') return html;
    return isWide(html)
      ? `<mj-raw>${html}</mj-raw>`
      : `<mj-section><mj-column><mj-text>${html}</mj-text></mj-column></mj-section>`;
  };
  const [begin, end] = kind === 'mjml' ? [/<mj-body[^>]*>?/i, /<\/mj-body>/i] : [BODY, /<\/body>/i];
  const after = block(banner) + block(grid);
  const opened = begin.test(text) ? text.replace(begin, (tag) => tag + block(hero)) : block(hero) + text;
  return end.test(opened) ? opened.replace(end, (tag) => after + tag) : opened + after;
}

/** Adds a link to unsubscribe and the postal address where they are missing, the preheader and the CSS of grids. */
function finish(html: string, preheader: string | undefined, css: string): string {
  const missing = html.includes('unsubscribeUrl') ? (html.includes('postalAddress') ? '' : addressBlock) : footerBlock;
  const withFooter = missing ? html.replace(/<\/body>/i, (tag) => missing + tag) : html;
  const styled = css ? withFooter.replace(/<\/head>|(?=<body)/i, (tag) => `<style>${css}</style>${tag}`) : withFooter;
  const whole = preheader ? styled.replace(BODY, (tag) => tag + preheaderHtml(preheader)) : styled;
  return withoutInnerLinks(whole);
}

/**
 * Removes our link around an image in a link of the author. HTML allows no nested links, and email clients disagree on
 * their meaning.
 */
function withoutInnerLinks(html: string): string {
  let isOpen = false;
  let isDropped = false;
  return html.replaceAll(/<(\/?)a(?=[\s>])[^<>]*>?/gi, (tag, slash: string) => {
    const isInner = slash === '' && isOpen && tag.includes(IMAGE_LINK);
    const drop = isInner || (slash !== '' && isDropped);
    if (!drop) isOpen = slash === '';
    isDropped = isInner;
    return drop ? '' : tag;
  });
}

const toText = textCompiler({
  wordwrap: false,
  // The converter is recursive; deeper HTML would overflow the stack.
  limits: { maxDepth: 200 },
  formatters: {
    alternative: ({ attribs }, _walk, builder) => {
      if (attribs.alt) builder.addInline(`[${attribs.alt}]`);
    },
  },
  selectors: [
    { selector: 'img', format: 'alternative' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', format: 'block' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] as [string, string] } },
  ],
});

/** The text part, with the alternative texts of images. */
function textOf(html: string): string {
  const shelter = new LiquidShelter();
  return shelter
    .restore(toText(shelter.hide(html)))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
