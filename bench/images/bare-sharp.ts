import sharp, { type OverlayOptions } from 'sharp';
import type { ComposedImage } from '#libs/compositor';

/** The source files of a banner. */
export interface Layers {
  readonly background: Buffer;
  readonly products: readonly Buffer[];
}

/** The texts as a finished transparent layer, so the peer does no text layout. */
async function textLayer({ width, height }: ComposedImage): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: '#00000020' } })
    .raw()
    .toBuffer();
}

/** What the peer is given: the composed image, the texts as a layer, and whether the composed PNG has a palette. */
export interface Given {
  readonly composed: ComposedImage;
  readonly text: Buffer;
  readonly palette: boolean;
}

export async function givenOf(composed: ComposedImage): Promise<Given> {
  const { isPalette } = await sharp(composed.bytes).metadata();
  return { composed, text: await textLayer(composed), palette: isPalette };
}

/** The peer: resizes the same files to the same boxes, overlays the texts and encodes with the same settings. */
export async function overlayBare(
  { background, products }: Layers,
  { composed, text, palette }: Given,
): Promise<Buffer> {
  const { width, height, format } = composed;
  const pasted = await Promise.all(
    products.map(async (product, index): Promise<OverlayOptions> => {
      const { box } = composed.products[index] ?? { box: { x: 0, y: 0, width: 1, height: 1 } };
      const [width, height] = [box.width, box.height].map((side) => Math.max(1, Math.round(side)));
      const input = await sharp(product).resize(width, height, { fit: 'fill' }).png({ compressionLevel: 0 }).toBuffer();
      return { input, left: Math.round(box.x), top: Math.round(box.y) };
    }),
  );
  const layers = [...pasted, { input: text, raw: { width, height, channels: 4 as const } }];
  const image = sharp(background).resize(width, height, { fit: 'cover' }).composite(layers).removeAlpha();
  if (palette) return image.png({ palette: true, quality: 100, dither: 0.6, effort: 4 }).toBuffer();
  if (format === 'png') return image.png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer();
  if (format === 'jpeg') return image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
  return image.webp({ quality: 90, effort: 4, smartSubsample: true }).toBuffer();
}
