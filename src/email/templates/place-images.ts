import { fieldOf, hasMark, linkedImage, markOf } from './blocks/images.js';
import type { Theme } from './blocks/theme.js';
import { type KINDS, type Place, type PlacedImages, PLACES } from './compiled-email.js';
import { BODY } from './html.js';

type Kind = (typeof KINDS)[number];

/**
 * Replaces tags such as `{{ hero }}` by the image, and tags such as `{{ hero.url }}` by a field of the image. An image
 * that the source does not mention goes to its usual place. In Markdown a mark stands for each image.
 */
export function placeImages(text: string, images: PlacedImages, kind: Kind, theme: Theme): string {
  let placed = text;
  const missing: Partial<Record<Place, string>> = {};
  for (const place of PLACES) {
    const image = images[place];
    if (!image) continue;
    const html = kind === 'body' ? markOf(place) : linkedImage(image, theme);
    const part = new RegExp(`\\{\\{-?\\s*${place}\\.(url|width|height|altText)\\s*-?\\}\\}`, 'g');
    const whole = placed;
    placed = placed.replaceAll(part, (_, name: 'url' | 'width' | 'height' | 'altText') => fieldOf(image, name));
    const tag = new RegExp(`\\{\\{-?\\s*${place}\\s*-?\\}\\}`, 'g');
    if (tag.test(placed)) placed = placed.replaceAll(tag, () => html);
    else if (placed === whole) missing[place] = html;
  }
  return kind === 'body' ? aroundBody(placed, missing) : insert(placed, missing, kind, images);
}

/** A hero belongs into the block of that name, if there is one. */
function aroundBody(text: string, { hero = '', banner = '', grid = '' }: Partial<Record<Place, string>>): string {
  const above = /^ {0,3}:::[ \t]*hero\b/im.test(text) || hasMark(text, 'hero') ? '' : hero;
  return [above, text, banner, grid].filter(Boolean).join('\n\n');
}

function insert(
  text: string,
  { hero = '', banner = '', grid = '' }: Partial<Record<Place, string>>,
  kind: Kind,
  images: PlacedImages,
): string {
  const block = (html: string, isGrid = false): string => {
    if (!html || kind !== 'mjml') return html;
    return isGrid
      ? `<mj-raw>${html}</mj-raw>`
      : `<mj-section padding="0"><mj-column><mj-text padding="0">${html}</mj-text></mj-column></mj-section>`;
  };
  const [begin, end] = kind === 'mjml' ? [/<mj-body[^>]*>?/i, /<\/mj-body>/i] : [BODY, /<\/body>/i];
  const after = block(banner) + block(grid, images.grid?.grid !== undefined);
  const opened = begin.test(text) ? text.replace(begin, (tag) => tag + block(hero)) : block(hero) + text;
  return end.test(opened) ? opened.replace(end, (tag) => after + tag) : opened + after;
}
