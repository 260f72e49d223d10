import type { InputError } from '#libs/kernel';
import { imageIdOf, type MailPictures, type MailSource } from '../mail-source.js';
import type { MailPicture } from '../mail-assets.js';
import {
  type CompiledMail,
  KINDS,
  type Place,
  type PlacedPicture,
  PLACES,
  type PlacedPictures,
} from './compiled-mail.js';
import { escapeHtml, literal } from './layout.js';
import { leadsSomewhere, linkTarget, trialScope } from './links.js';
import { LiquidPart, liquidProblem } from './liquid.js';
import { ParsedMail } from './parsed-mail.js';
import type { BrandProfile } from './scope.js';

const MAX_SUBJECT = 250;

/** Mistakes that are seen before anything is compiled. */
export function checkSource(source: MailSource): InputError[] {
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
  return errors;
}

const NO_LINK =
  'has no link but the one to unsubscribe: add one, such as [See what is new]({{ shop.url }}), or a picture, which leads to the shop';

const ACTIVE = /<(script|iframe|frame|object|embed|applet|form|input|button|select|textarea|base)\b/gi;
const HANDLER = /<[a-z][^<>]*\s(on[a-z]+)\s*=/gi;
const ADDRESS = /\s(?:href|src|background|action)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;
/** What has no scheme, what is filled in, and what a mail may lead to. */
const HARMLESS = /^(?:[^:&]*$|[^:&]*[/?#{]|https?:|mailto:|tel:|sms:|cid:)/i;

/** Whatever runs or asks for input: mail programs take it out, or take the mail for a fraud. */
function checkActive(html: string, pointer: string): InputError[] {
  const tags = [...html.matchAll(ACTIVE)].map(([, tag = '']) => `<${tag.toLowerCase()}>`);
  const handlers = [...html.matchAll(HANDLER)].map(([, name = '']) => `the attribute ${name.toLowerCase()}`);
  const addresses = [...html.matchAll(ADDRESS)]
    .map(([, double, single, bare]) => (double ?? single ?? bare ?? '').trim())
    .filter((address) => !HARMLESS.test(address))
    .map((address) => `the address ${address.slice(0, 60)}, which is none of the web, of mail or of a phone`);
  return [...new Set([...tags, ...handlers, ...addresses])].map((what) => ({
    pointer,
    detail: `mails must not hold scripts and forms, nor lead to any: ${what}`,
  }));
}

type Links = Pick<BrandProfile, 'shopUrl' | 'hosts'>;

/** Ids that are no ready pictures of the brand, pictures that nobody could read aloud, and links that lead astray. */
export function checkPictures(
  wanted: MailPictures,
  found: ReadonlyMap<string, MailPicture>,
  links: Links,
): { placed: PlacedPictures; errors: InputError[] } {
  const errors: InputError[] = [];
  const placed: Partial<Record<Place, PlacedPicture>> = {};
  for (const place of PLACES) {
    const ref = wanted[place];
    if (ref === undefined) continue;
    const picture = found.get(imageIdOf(ref));
    const pointer = `/images/${place}`;
    const href = typeof ref === 'string' ? undefined : ref.href;
    const link = pictureLink(place, href, links);
    if (!picture) errors.push({ pointer, detail: 'is no ready image of this brand' });
    else if (picture.altText.trim() === '') errors.push({ pointer, detail: 'the image has no alternative text' });
    else if ('problem' in link) errors.push({ pointer: `${pointer}/href`, detail: link.problem });
    else placed[place] = { ...picture, ...link };
  }
  return { placed, errors };
}

function pictureLink(
  place: Place,
  href: string | undefined,
  { shopUrl, hosts }: Links,
): Pick<PlacedPicture, 'link'> | { readonly problem: string } {
  if (href === undefined) return place === 'grid' || shopUrl === undefined ? {} : { link: '{{ shop.url }}' };
  if (place === 'grid') return { problem: 'has no meaning for a grid: its tiles lead to their products' };
  const target = linkTarget(href, hosts);
  return 'problem' in target ? target : { link: literal(escapeHtml(target.url)) };
}

/**
 * Mistakes of what was compiled: broken Liquid, names that nobody has, pictures without alternative text, the size, and no
 * link but the one to unsubscribe.
 */
export function checkCompiled(
  source: MailSource,
  compiled: CompiledMail,
  brand: Pick<BrandProfile, 'shopUrl'>,
): InputError[] {
  const kind = KINDS.find((known) => source[known] !== undefined) ?? 'body';
  const pointer = `/${kind}`;
  const pictures = compiled.html.match(/<img\b[^>]*>?/gi) ?? [];
  const mute = pictures.filter((tag) => !/\balt\s*=/i.test(tag));
  const errors = [
    ...checkActive(compiled.html, pointer),
    ...mute.map((tag) => ({ pointer, detail: `an image has no alt attribute: ${tag.slice(0, 120)}` })),
  ];
  const scope = trialScope('longest_name', brand);
  try {
    const { html } = ParsedMail.of(compiled).fillFor(scope, true);
    if (!leadsSomewhere(html)) errors.push({ pointer: '', detail: NO_LINK });
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'broken';
    errors.push(
      detail.startsWith('subject:')
        ? { pointer: '/subject', detail }
        : { pointer, detail: asWritten(detail, source[kind] ?? '', { ...scope, ...picturesOf(source) }) },
    );
  }
  return errors;
}

/** The same mistake with the line that it has in the author's text; Liquid counts those of what was compiled. */
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

const ANY_PICTURE = { url: '', width: 0, height: 0, altText: '' };
const picturesOf = ({ images = {} }: MailSource): object =>
  Object.fromEntries(PLACES.filter((place) => images[place] !== undefined).map((place) => [place, ANY_PICTURE]));
