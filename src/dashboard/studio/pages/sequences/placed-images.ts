import type { Image } from '../images/calls.js';
import type { Step } from './calls.js';

/** Where an email shows images. */
export const PLACES = ['hero', 'banner', 'grid'] as const;
export type Place = (typeof PLACES)[number];

type Images = NonNullable<Step['images']>;
type Ref = Exclude<NonNullable<Images[Place]>, string>;

/** The image at a place of an email. */
export function refOf(step: Step, place: Place): Ref {
  const ref = step.images?.[place] ?? '';
  return typeof ref === 'string' ? { id: ref } : ref;
}

/** The place of an image: what is no banner and no grid of products stands above the text, as a scene does. */
export const placeOf = ({ kind }: Pick<Image, 'kind'>): Place => (kind === 'banner' || kind === 'grid' ? kind : 'hero');

/** The email with other properties of the image at the place. */
export const placedImage = (step: Step, place: Place, change: { readonly href: string | undefined }): Step => {
  const { href: _href, ...ref } = refOf(step, place);
  const { href } = change;
  return { ...step, images: { ...step.images, [place]: { ...ref, ...(href === undefined ? {} : { href }) } } };
};

/** The email with this image at its place, instead of the one that is there. */
export function withImage(step: Step, image: Pick<Image, 'id' | 'kind'>): Step {
  return { ...step, images: { ...step.images, [placeOf(image)]: image.id } };
}

export function withoutImage(step: Step, place: Place): Step {
  const { [place]: _gone, ...images } = step.images ?? {};
  return { ...step, images: Object.keys(images).length === 0 ? undefined : images };
}
