import type { InputError } from '#libs/kernel';
import type { MailLook, MailPicture } from './mail-assets.service.js';
import type { MailSource } from './mail-source.js';
import { checkCompiled, checkPictures, checkSource } from './check.js';
import { compileSource } from './compile.js';
import type { CompiledMail } from './compiled-mail.js';
import { linksSomeOnly } from './links.js';
import type { Begin } from './parts.js';
import type { BrandProfile } from './scope.js';

/** What a source is made into, and every mistake of it; `pointer` is below the source. */
export interface MadeMail {
  readonly compiled?: CompiledMail;
  readonly errors: readonly InputError[];
  /** Whether some customers get no link but the one to unsubscribe; said where there are no errors. */
  readonly linksSomeOnly?: boolean;
}

/** `found`: the ready images among those that the source names; `brand`: whose email it is. */
export async function makeMail(
  source: MailSource,
  found: ReadonlyMap<string, MailPicture>,
  { look, brand }: { readonly look: MailLook; readonly brand: BrandProfile },
  begin: Begin,
): Promise<MadeMail> {
  begin('source');
  const errors = checkSource(source);
  // What is too large or too deep for the compiler must not come to it.
  if (errors.some(({ pointer }) => pointer === '/mjml')) return { errors };
  const pictures = checkPictures(source.images ?? {}, found, brand);
  errors.push(...pictures.errors);
  const result = await compileSource(source, pictures.placed, look, begin);
  if ('errors' in result) return { errors: [...errors, ...result.errors] };
  const { compiled } = result;
  if (pictures.errors.length === 0) errors.push(...checkCompiled(source, compiled, brand, begin));
  return errors.length > 0 ? { compiled, errors } : { compiled, errors, linksSomeOnly: linksSomeOnly(compiled, brand) };
}
