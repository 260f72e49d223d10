import type { InputError } from '#libs/kernel';
import type { MailLook, MailPicture } from '../mail-assets.js';
import type { MailSource } from '../mail-source.js';
import { checkCompiled, checkPictures, checkSource } from './check.js';
import { compileSource } from './compile.js';
import type { CompiledMail } from './compiled-mail.js';
import type { Begin } from './parts.js';

/** What a source is made into, and every mistake of it; `pointer` is below the source. */
export interface MadeMail {
  readonly compiled?: CompiledMail;
  readonly errors: readonly InputError[];
}

/** `found`: the ready images among those that the source names. */
export async function makeMail(
  source: MailSource,
  found: ReadonlyMap<string, MailPicture>,
  look: MailLook,
  begin: Begin,
): Promise<MadeMail> {
  begin('source');
  const errors = checkSource(source);
  // What is too large or too deep for the compiler must not come to it.
  if (errors.some(({ pointer }) => pointer === '/mjml')) return { errors };
  const pictures = checkPictures(source.images ?? {}, found);
  errors.push(...pictures.errors);
  const result = await compileSource(source, pictures.placed, look, begin);
  if ('errors' in result) return { errors: [...errors, ...result.errors] };
  if (pictures.errors.length === 0) errors.push(...checkCompiled(source, result.compiled, begin));
  return { compiled: result.compiled, errors };
}
