import type { InputError } from '#libs/kernel';
import type { EmailLook, EmailImage } from './email-assets.service.js';
import type { EmailSource } from './email-source.dto.js';
import { checkCodes, checkCompiled, checkImages, checkSource } from './check.js';
import { compileSource } from './compile.js';
import type { CompiledEmail } from './compiled-email.js';
import { linksSomeOnly } from './links.js';
import type { Begin } from './parts.js';
import type { BrandProfile } from './scope.js';

/** The compiled source, and every mistake with a pointer into the source. */
export interface MadeEmail {
  readonly compiled?: CompiledEmail;
  readonly errors: readonly InputError[];
  /** Whether some customers get no link except the one to unsubscribe. Set if there are no errors. */
  readonly linksSomeOnly?: boolean;
}

/** `found`: the ready images that the source refers to. */
export async function makeEmail(
  source: EmailSource,
  found: ReadonlyMap<string, EmailImage>,
  { look, brand }: { readonly look: EmailLook; readonly brand: BrandProfile },
  begin: Begin,
): Promise<MadeEmail> {
  begin('source');
  const errors = checkSource(source);
  // The compiler must not get MJML that is too large or too deep.
  if (errors.some(({ pointer }) => pointer === '/mjml')) return { errors };
  const images = checkImages(source.images ?? {}, found, brand);
  errors.push(...images.errors);
  const result = await compileSource(source, images.placed, look, begin);
  if ('errors' in result) return { errors: [...errors, ...result.errors] };
  const { compiled } = result;
  if (images.errors.length === 0) errors.push(...checkCompiled(source, compiled, brand, begin));
  errors.push(...checkCodes(images.placed, compiled));
  return errors.length > 0 ? { compiled, errors } : { compiled, errors, linksSomeOnly: linksSomeOnly(compiled, brand) };
}
