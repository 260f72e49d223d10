import type { InputError } from '#libs/kernel';
import type { EmailImage } from '../../email/templates/email-assets.service.js';
import { imageIdOf } from '../../email/templates/image-ref.js';
import type { SequenceDefinition } from './definition.dto.js';
import { placeIn, sourcesOf } from './variants.js';

/** The places of images that nobody approved. `images` are the ready ones by their id. Pure. */
export function unapprovedImages(
  { steps }: SequenceDefinition,
  images: ReadonlyMap<string, EmailImage>,
  stepIds: readonly string[] = steps.map(({ id }) => id),
): InputError[] {
  const errors = new Map<string, InputError>();
  for (const each of sourcesOf(steps)) {
    if (!stepIds.includes(steps[each.step]?.id ?? '')) continue;
    for (const [place, ref] of Object.entries(each.source.images ?? {})) {
      if (ref === undefined || images.get(imageIdOf(ref))?.isApproved) continue;
      const pointer = placeIn(each, `/images/${place}`);
      errors.set(pointer, { pointer, detail: 'is no approved image, and the brand demands approved images' });
    }
  }
  return [...errors.values()];
}
