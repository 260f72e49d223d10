import type { EmailSource } from './email-source.dto.js';
import { KINDS } from './compiled-email.js';

/** The steps of compiling, in their order, so that an author learns which one took too long. */
const PARTS = {
  source: 'reading the source',
  liquid: 'reading the Liquid',
  markdown: 'compiling the Markdown',
  mjml: 'compiling the MJML',
  plain: 'making the text part',
  check: 'the check for active content',
  subject: 'filling the subject',
  html: 'filling the HTML part',
  text: 'filling the text part',
} as const;

export type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Part[];

/** Called when a step begins. */
export type Begin = (part: Part) => void;

/** Memory that a thread shares with its pool: the current step can be read while the thread hangs. */
export type PartCell = Int32Array<SharedArrayBuffer>;
export const newPartCell = (): PartCell => new Int32Array(new SharedArrayBuffer(4));
export const beginIn =
  (cell: PartCell): Begin =>
  (part) =>
    void Atomics.store(cell, 0, NAMES.indexOf(part));
export const partIn = (cell: PartCell): Part => NAMES[Atomics.load(cell, 0)] ?? 'source';

/** The description of a step, and a pointer to the part of the source that it works on. */
export const describePart = (part: Part, source: EmailSource): { readonly pointer: string; readonly what: string } => ({
  pointer: part === 'subject' ? '/subject' : `/${KINDS.find((kind) => source[kind] !== undefined) ?? 'body'}`,
  what: PARTS[part],
});
