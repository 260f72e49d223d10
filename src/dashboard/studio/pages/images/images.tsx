import { parts } from '../../router.js';
import { BrandKit } from './brand-kit.js';
import { Gallery } from './gallery.js';
import { ImageRequest } from './request.js';
import { ImageView } from './view.js';

/** images, images/new, images/brand, images/{id} */
export function Images() {
  const [, id] = parts.value;
  if (id === undefined) return <Gallery />;
  if (id === 'new') return <ImageRequest />;
  if (id === 'brand') return <BrandKit />;
  return <ImageView key={id} id={id} />;
}
