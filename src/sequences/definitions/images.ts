import type { EmailImages } from '../../email/templates/email-source.dto.js';
import type { ImageRef } from '../../email/templates/image-ref.js';

/** An image without a link of its own is stored as its id. */
const asRef = (ref: ImageRef | undefined): ImageRef | undefined =>
  typeof ref === 'object' ? (ref.href === undefined ? ref.id : { id: ref.id, href: ref.href }) : ref;

export const normaliseImages = (images: EmailImages | undefined): EmailImages | undefined =>
  images && { hero: asRef(images.hero), banner: asRef(images.banner), grid: asRef(images.grid) };
