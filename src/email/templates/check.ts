import type { InputError } from '#libs/kernel';
import type { MailSource, MailPictures } from '../mail-source.js';
import type { MailPicture } from '../mail-assets.js';
import { type CompiledMail, KINDS, PLACES, type PlacedPictures } from './compiled-mail.js';
import { ParsedMail } from './parsed-mail.js';
import { WORST_CASES } from './samples.js';

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
  for (const kind of KINDS) {
    if (/<script[\s>]/i.test(source[kind] ?? '')) {
      errors.push({ pointer: `/${kind}`, detail: 'mails must not hold scripts' });
    }
  }
  return errors;
}

/** Ids that are no ready pictures of the brand, and pictures that nobody could read aloud. */
export function checkPictures(
  wanted: MailPictures,
  found: ReadonlyMap<string, MailPicture>,
): { placed: PlacedPictures; errors: InputError[] } {
  const errors: InputError[] = [];
  const placed: Partial<Record<(typeof PLACES)[number], MailPicture>> = {};
  for (const place of PLACES) {
    const id = wanted[place];
    if (id === undefined) continue;
    const picture = found.get(id);
    const pointer = `/images/${place}`;
    if (!picture) errors.push({ pointer, detail: 'is no ready image of this brand' });
    else if (picture.altText.trim() === '') errors.push({ pointer, detail: 'the image has no alternative text' });
    else placed[place] = picture;
  }
  return { placed, errors };
}

/** Mistakes of what was compiled: broken Liquid, names that nobody has, pictures without alternative text, the size. */
export function checkCompiled(source: MailSource, compiled: CompiledMail): InputError[] {
  const pointer = `/${KINDS.find((kind) => source[kind] !== undefined) ?? ''}`;
  const mute = compiled.html.match(/<img\b(?![^>]*\balt\s*=)[^>]*>/gi) ?? [];
  const errors = mute.map((tag) => ({ pointer, detail: `an image has no alt attribute: ${tag.slice(0, 120)}` }));
  const scope = {
    ...WORST_CASES.longest_name,
    brand: {
      name: 'A brand with a long name',
      postalAddress: '1 Long Street, 12345 Town',
      logoUrl: 'https://shop.example/l.png',
    },
    unsubscribeUrl: `https://service.example/unsubscribe/${'x'.repeat(90)}`,
  };
  try {
    ParsedMail.of(compiled).fillFor(scope, true);
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'broken';
    errors.push({ pointer: detail.startsWith('subject:') ? '/subject' : pointer, detail });
  }
  return errors;
}
