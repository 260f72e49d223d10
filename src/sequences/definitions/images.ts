import type { EmailImages } from '../../email/templates/email-source.dto.js';
import type { ImageRef } from '../../email/templates/image-ref.js';

/** An image that has nothing but its id is stored as the id. */
function asRef(ref: ImageRef | undefined): ImageRef | undefined {
  if (typeof ref !== 'object') return ref;
  const { id, href, personal } = ref;
  if (href === undefined && !personal) return id;
  return { id, href, ...(personal ? { personal } : {}) };
}

export const normaliseImages = (images: EmailImages | undefined): EmailImages | undefined =>
  images && { hero: asRef(images.hero), banner: asRef(images.banner), grid: asRef(images.grid) };
