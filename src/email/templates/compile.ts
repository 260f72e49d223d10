import { compile as textCompiler } from 'html-to-text';
import { marked } from 'marked';
import mjml2html from 'mjml';
import type { InputError } from '#libs/kernel';
import type { EmailLook } from './email-assets.service.js';
import type { EmailSource } from './email-source.dto.js';
import { type CompiledEmail, KINDS, type PlacedImages } from './compiled-email.js';
import { type Part, readParts } from './blocks/parse.js';
import { themeOf } from './blocks/theme.js';
import { layoutWords } from './blocks/words.js';
import { documentAround, inEnvelope } from './envelope.js';
import { IMAGE_LINK } from './html.js';
import { layoutAround } from './layout.js';
import { ZERO_WIDTH_SPACE } from './phrases.js';
import { placeImages } from './place-images.js';
import { LiquidPart, liquidProblem, LiquidShelter } from './liquid.js';
import type { Begin } from './parts.js';
import { withBreaks } from './blocks/line-breaks.js';

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
  const theme = themeOf(look);
  const misread = kind === 'body' ? readParts(source.body ?? '') : undefined;
  if (misread && 'problem' in misread) return { errors: [{ pointer: '/body', detail: misread.problem }] };
  const written = placeImages(source[kind] ?? '', images, kind, theme);
  const result = await HTML_OF[kind](written, shelter, { look, images, begin });
  if ('problem' in result) return { errors: [{ pointer: `/${kind}`, detail: result.problem }] };
  const css = Object.values(images).flatMap(({ grid }) => grid?.css ?? []);
  const { preheader } = source;
  const { language = DEFAULT_LANGUAGE } = look;
  const envelope = { preheader, language, words: layoutWords(language), css: css.join('') };
  const html = withoutInnerLinks(inEnvelope(shelter.restore(result.html), envelope));
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

const DEFAULT_LANGUAGE = 'en';

type Html = { readonly html: string } | { readonly problem: string };

interface Setting {
  readonly look: EmailLook;
  readonly images: PlacedImages;
  readonly begin: Begin;
}

const HTML_OF: Record<(typeof KINDS)[number], (text: string, shelter: LiquidShelter, set: Setting) => Promise<Html>> = {
  body: (text, shelter, { look, images, begin }) => {
    begin('markdown');
    const read = readParts(text);
    if ('problem' in read) return Promise.resolve(read);
    const mjml = bodyMjml(read.parts, shelter, look, images);
    begin('mjml');
    return mjml === undefined
      ? Promise.resolve({ problem: 'Markdown: nested too deep' })
      : compileMjml(shelter.hide(mjml));
  },
  mjml: (text, shelter, { begin }) => {
    begin('mjml');
    return compileMjml(shelter.hide(text));
  },
  html: (text, shelter) =>
    Promise.resolve({ html: shelter.hide(/<body[\s>]/i.test(text) ? text : documentAround(text)) }),
};

/** Undefined if the Markdown is nested too deep. */
function bodyMjml(
  parts: readonly Part[],
  shelter: LiquidShelter,
  look: EmailLook,
  images: PlacedImages,
): string | undefined {
  const { language = DEFAULT_LANGUAGE } = look;
  const phrased = (text: string): string => withBreaks(markdown(text), language);
  const set = { theme: themeOf(look), words: layoutWords(language), language, images, shelter, markdown: phrased };
  try {
    return layoutAround(parts, set, look);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Puts blank lines around a tag on a line of its own. After a list it would become part of the last item. */
const apart = (text: string): string => text.replaceAll(/^[ \t]*(lqd\d+dql)[ \t]*$/gm, '\n$1\n');

/** A tag that stands alone is not a paragraph. */
const markdown = (text: string): string =>
  marked.parse(apart(text), { gfm: true, async: false }).replaceAll(/<p>(lqd\d+dql)<\/p>/g, '$1');

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
    ...['.rk-pad', '.rk-night', 'a.rk-shown'].map((selector) => ({ selector, format: 'skip' })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'table', format: 'block' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] as [string, string] } },
  ],
});

/** The text part, with the alternative texts of images. */
function textOf(html: string): string {
  const shelter = new LiquidShelter();
  return shelter
    .restore(toText(shelter.hide(html.replaceAll(ZERO_WIDTH_SPACE, ''))))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
