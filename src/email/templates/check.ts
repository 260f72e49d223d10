import type { InputError } from '#libs/kernel';
import type { EmailImages, EmailSource } from './email-source.dto.js';
import { imageIdOf, type ImageRef, isPersonal } from './image-ref.js';
import { nameOf } from './personal-image.js';
import type { EmailImage } from './email-assets.service.js';
import { findActive, findSplit } from './active-content.js';
import {
  type CompiledEmail,
  KINDS,
  mentionsOffer,
  type Place,
  type PlacedImage,
  PLACES,
  type PlacedImages,
} from './compiled-email.js';
import { escapeHtml, literal } from './html.js';
import { FILL_MS } from './limits.js';
import { foreignLinks, leadsSomewhere, linkTarget, trialScope } from './links.js';
import { LiquidPart, liquidProblem, LiquidShelter, withAllBranches } from './liquid.js';
import { ParsedEmail } from './parsed-email.js';
import type { Begin } from './parts.js';
import { HOSTILE, SAMPLE_LINKS, WORST_CASES } from './samples.js';
import type { BrandProfile, EmailScope } from './scope.js';

const MAX_SUBJECT = 250;
const MAX_MJML_BYTES = 102_400;
/** The MJML compiler is recursive. */
const MAX_MJML_LEVELS = 100;
const HOSTILE_SCOPES: readonly EmailScope[] = [
  { ...HOSTILE, ...SAMPLE_LINKS },
  ...Object.values(WORST_CASES).map((sample) => ({ ...HOSTILE, ...sample, ...SAMPLE_LINKS })),
];

/** Mistakes that show before anything is compiled. */
export function checkSource(source: EmailSource): InputError[] {
  const errors: InputError[] = [];
  for (const field of ['subject', 'preheader'] as const) {
    if (/[\r\n]/.test(source[field] ?? '')) errors.push({ pointer: `/${field}`, detail: 'must be one line' });
    if ((source[field] ?? '').length > MAX_SUBJECT) {
      errors.push({ pointer: `/${field}`, detail: `must have at most ${MAX_SUBJECT} characters` });
    }
  }
  if (source.subject.trim() === '') errors.push({ pointer: '/subject', detail: 'must not be empty' });
  if (/!\[\s*\]\(/.test(source.body ?? '')) {
    errors.push({ pointer: '/body', detail: 'an image has no alternative text' });
  }
  return [...errors, ...checkMjml(source.mjml ?? '').map((detail) => ({ pointer: '/mjml', detail }))];
}

const NO_LINK =
  'has no link except the one to unsubscribe: add one, such as [See what is new]({{ shop.url }}), or an image, which links to the store';

function checkMjml(mjml: string): string[] {
  const bytes = Buffer.byteLength(mjml);
  if (bytes > MAX_MJML_BYTES) return [`has ${bytes} bytes; MJML may have ${MAX_MJML_BYTES} at most`];
  return levelsOf(mjml) > MAX_MJML_LEVELS ? [`has elements in more than ${MAX_MJML_LEVELS} levels`] : [];
}

/** Elements whose end tag does not exist or may be left out. */
const OPEN_ENDED = /^(?:area|br|col|dd|dt|hr|img|input|li|link|meta|p|td|th|tr|wbr)$/i;

/** The depth of nested elements. */
function levelsOf(markup: string): number {
  let level = 0;
  let deepest = 0;
  for (const [, slash, name = '', rest = ''] of markup.matchAll(/<(\/?)([a-z][\w:-]*)([^<>]*)/gi)) {
    if (OPEN_ENDED.test(name) || rest.endsWith('/')) continue;
    level += slash ? -1 : 1;
    deepest = Math.max(deepest, level);
  }
  return deepest;
}

/** At most so many milliseconds. On a busy machine the clock counts other processes too, and the CPU other threads. */
function takes(work: () => unknown): number {
  const start = performance.now();
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return Math.min(performance.now() - start, (user + system) / 1_000);
}

/**
 * Refuses everything that runs, asks for input or loads more than images: email clients remove it, or treat the email
 * as fraud. The HTML is checked as the most hostile recipients would get it, and again with all its branches.
 */
function checkActive(html: string, pointer: string, begin: Begin): InputError[] {
  begin('check');
  const found = findSplit(new LiquidShelter().hide(html));
  for (const scope of HOSTILE_SCOPES) {
    for (const source of new Set([html, withAllBranches(html)])) found.push(...activeIn(source, scope));
  }
  return [...new Set(found)].map((what) => ({
    pointer,
    detail: `emails must not hold scripts, forms or other active content: ${what}`,
  }));
}

function activeIn(html: string, scope: EmailScope): string[] {
  try {
    return findActive(LiquidPart.html(html).fill(scope, false));
  } catch (error) {
    return [`Liquid that can not be filled for every recipient (${liquidProblem(error)})`];
  }
}

type Links = Pick<BrandProfile, 'storeUrl' | 'hosts'>;

/** Refuses ids that are not ready images of the brand, images without alternative text, and links to foreign hosts. */
export function checkImages(
  wanted: EmailImages,
  found: ReadonlyMap<string, EmailImage>,
  links: Links,
): { placed: PlacedImages; errors: InputError[] } {
  const errors: InputError[] = [];
  const placed: Partial<Record<Place, PlacedImage>> = {};
  for (const place of PLACES) {
    const ref = wanted[place];
    if (ref === undefined) continue;
    const image = found.get(imageIdOf(ref));
    const pointer = `/images/${place}`;
    const href = typeof ref === 'string' ? undefined : ref.href;
    const link = imageLink(place, href, links);
    if (!image) errors.push({ pointer, detail: 'is no ready image of this brand' });
    else if (image.altText.trim() === '') errors.push({ pointer, detail: 'the image has no alternative text' });
    else if ('problem' in link) errors.push({ pointer: `${pointer}/href`, detail: link.problem });
    else if (isPersonal(ref) && !image.personal) errors.push({ pointer: `${pointer}/personal`, detail: NOT_PERSONAL });
    else placed[place] = { ...image, ...link, ...nameFor(ref, image) };
  }
  return { placed, errors };
}

/** Codes are only assigned for emails that show the offer. */
export function checkCodes(images: PlacedImages, compiled: CompiledEmail): InputError[] {
  if (mentionsOffer(compiled)) return [];
  return PLACES.filter((place) => images[place]?.name !== undefined && images[place].personal?.needsCode).map(
    (place) => ({
      pointer: `/images/${place}/personal`,
      detail: 'shows the offer of the recipient, so the words of the email have to show the offer, too',
    }),
  );
}

const NOT_PERSONAL =
  'is only for a banner that shows products, or words such as {{ customer.firstName | default: "…" }}';

const nameFor = (ref: ImageRef, { personal }: EmailImage): Pick<PlacedImage, 'name'> =>
  isPersonal(ref) && personal ? { name: nameOf({ requestId: imageIdOf(ref), ...personal }) } : {};

function imageLink(
  place: Place,
  href: string | undefined,
  { storeUrl, hosts }: Links,
): Pick<PlacedImage, 'link'> | { readonly problem: string } {
  if (href === undefined) return place === 'grid' || storeUrl === undefined ? {} : { link: '{{ shop.url }}' };
  if (place === 'grid') return { problem: 'is not possible for a grid: its tiles link to their products' };
  const target = linkTarget(href, hosts);
  return 'problem' in target ? target : { link: literal(escapeHtml(target.url)) };
}

/**
 * Mistakes in the compiled email: active content, broken Liquid, unknown names, images without alternative text, too
 * many bytes, a filling that takes too long, and no link except the one to unsubscribe.
 */
export function checkCompiled(
  source: EmailSource,
  compiled: CompiledEmail,
  brand: Pick<BrandProfile, 'storeUrl' | 'hosts'>,
  begin: Begin = () => undefined,
): InputError[] {
  const kind = KINDS.find((known) => source[known] !== undefined) ?? 'body';
  const pointer = `/${kind}`;
  const images = compiled.html.match(/<img\b[^>]*>?/gi) ?? [];
  const mute = images.filter((tag) => !/\salt[\s=>/]/i.test(tag));
  const errors = [
    ...checkActive(compiled.html, pointer, begin),
    ...foreignLinks(compiled.html, brand).map((detail) => ({ pointer, detail })),
    ...mute.map((tag) => ({ pointer, detail: `an image has no alt attribute: ${tag.slice(0, 120)}` })),
  ];
  const scope = trialScope('longest_name', brand);
  try {
    const email = ParsedEmail.of(compiled);
    if (isSlow(() => email.fillFor(scope, true, begin))) {
      errors.push({ pointer, detail: `takes longer than ${FILL_MS} ms to fill for one recipient` });
    }
    if (!leadsSomewhere(email.fillFor(scope, true).html)) errors.push({ pointer: '', detail: NO_LINK });
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'broken';
    errors.push(
      detail.startsWith('subject:')
        ? { pointer: '/subject', detail }
        : { pointer, detail: asWritten(detail, source[kind] ?? '', { ...scope, ...imagesOf(source) }) },
    );
  }
  return errors;
}

/** The first run warms up the code, and others may meet a busy machine. */
const TRIES = [1, 2, 3, 4];

/** Whether each try takes longer than `FILL_MS`. Throws the error of the last one that ran into Liquid's own limit. */
function isSlow(fill: () => void): boolean {
  let limit: unknown = null;
  const slow = TRIES.every(() => {
    try {
      return takes(fill) > FILL_MS;
    } catch (error) {
      if (!liquidProblem(error).includes('render limit')) throw error;
      limit = error;
      return true;
    }
  });
  if (slow && limit !== null) throw limit;
  return slow;
}

/** The same mistake with the line number in the author's text; Liquid counts lines of the compiled email. */
function asWritten(detail: string, text: string, scope: object): string {
  try {
    LiquidPart.html(text).fill(scope, true);
    return detail;
  } catch (error) {
    const own = liquidProblem(error);
    const [what = ''] = own.split(', line:');
    return detail.includes(what) ? own : detail;
  }
}

const ANY_IMAGE = { url: '', width: 0, height: 0, altText: '' };
const imagesOf = ({ images = {} }: EmailSource): object =>
  Object.fromEntries(PLACES.filter((place) => images[place] !== undefined).map((place) => [place, ANY_IMAGE]));
