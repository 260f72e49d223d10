import type { Place, PlacedImage, PlacedImages } from '../compiled-email.js';
import { escapeHtml, IMAGE_LINK, literal } from '../html.js';
import { personalField } from '../personal-image.js';
import type { Theme } from './theme.js';

/** The full width of an email, in pixels: the widest that Outlook shows whole. */
export const CONTENT_WIDTH = 600;

const MARK = /<!--rk-(hero|banner|grid)-->/;

/** Stands for an image in Markdown. */
export const markOf = (place: Place): string => `<!--rk-${place}-->`;

export const hasMark = (text: string, place: Place): boolean => text.includes(markOf(place));

type Piece = { readonly text: string } | { readonly place: Place };

/** Text and images in their order. */
export const pieces = (text: string): Piece[] =>
  text
    .split(MARK)
    .map((piece, index): Piece => (index % 2 ? { place: piece as Place } : { text: piece }))
    .filter((piece) => 'place' in piece || piece.text.trim() !== '');

/** The text with each image in its line, as narrow as its column. */
export const inlineImages = (text: string, images: PlacedImages, theme: Theme): string =>
  text
    .split(MARK)
    .map((piece, index) =>
      index % 2 ? linkedImage(images[piece as Place], theme, `border-radius:${theme.radius}px;`) : piece,
    )
    .join('');

/** An image over the full width of the email, in its link. Its alternative text reads as a headline. */
export function linkedImage(image: PlacedImage | undefined, { heading, light, tints }: Theme, more = ''): string {
  if (!image) return '';
  if (image.grid) return literal(image.grid.table);
  const { width, height, link } = image;
  const shown = Math.min(width, CONTENT_WIDTH);
  const look = `display:block;width:100%;max-width:100%;height:auto;border:0;background-color:${tints[1]};${more}font-family:${heading};font-size:22px;line-height:1.3;font-weight:700;color:${light.text};text-align:center`;
  const tag = `<img src="${fieldOf(image, 'url')}" alt="${fieldOf(image, 'altText')}" width="${shown}" height="${Math.round((shown * height) / width)}" style="${literal(look)}">`;
  return link === undefined
    ? tag
    : `<a ${IMAGE_LINK} href="${link}" style="display:block;text-decoration:none">${tag}</a>`;
}

/** For an attribute. */
export const fieldOf = (image: PlacedImage, field: 'url' | 'width' | 'height' | 'altText'): string =>
  image.name !== undefined && (field === 'url' || field === 'altText')
    ? personalField(image.name, field, image[field])
    : literal(escapeHtml(String(image[field])));
