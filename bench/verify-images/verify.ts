import {
  type BannerLayers,
  type ComposedBanner,
  type ComposedGrid,
  CompositionError,
  type Compositor,
  planGrid,
} from '#libs/compositor';
import { backgroundAt, imageAt, logoAt, type Material } from './material.js';
import { type ReadBack, readBack } from './read-back.js';
import type { BannerCase, Case } from './case-parts.js';

/** What became of a case. */
export interface Outcome {
  readonly number: number;
  readonly family: string;
  /** The family that was served; null if the texts fit in no way at a legible size, which the service says. */
  readonly served: string | null;
  readonly score: number;
  /** Names of the hard rules that the served image breaks. */
  readonly faults: readonly string[];
  /** Of English images, where reading is asked for and the reader is installed. */
  readonly read?: ReadBack;
}

export async function verify(compositor: Compositor, one: Case, material: Material, reads = false): Promise<Outcome> {
  const { number, family } = one;
  try {
    const image = await composed(compositor, one, material);
    const read = reads && one.script === 'English' ? await readBack(compositor, image) : null;
    const score = image.critic['score'] ?? 0;
    return { number, family, served: image.family, score, faults: faultsOf(image), ...(read ? { read } : {}) };
  } catch (error) {
    if (!(error instanceof CompositionError) || error.code !== 'text_does_not_fit') throw error;
    return { number, family, served: null, score: 0, faults: [] };
  }
}

export async function composed(
  compositor: Compositor,
  one: Case,
  material: Material,
): Promise<ComposedBanner | ComposedGrid> {
  const logo = logoAt(one.number, material);
  if (one.kind === 'banner') {
    const spec = { ...one.spec, brand: { ...one.spec.brand, logo } };
    return compositor.composeBanner(spec, layersOf(one, material));
  }
  const products = one.products.map(({ price = null, ...product }, index) => ({ id: `p${index}`, price, ...product }));
  const { width, kit: brand, family } = one;
  const { plan } = planGrid(products, { width });
  const images = Object.fromEntries(
    products.flatMap(({ id }, index) => {
      const image = imageAt(one.number, index, material);
      // Some products have no image.
      return image && (one.number + index) % 11 !== 0 ? [[id, image]] : [];
    }),
  );
  return compositor.composeGrid(plan, products, { width, brand, format: 'jpeg', images, family });
}

function layersOf(one: BannerCase, material: Material): BannerLayers {
  return {
    products: one.products.map((product, index) => ({
      ...product,
      image: imageAt(one.number, index, material) ?? Buffer.alloc(0),
    })),
    ...(one.photo ? { background: backgroundAt(one.number, material) } : {}),
  };
}

/** The critic's hard rules, and what only the finished image shows: contrast on its pixels, and complete texts. */
function faultsOf({ violations, overlays }: ComposedBanner | ComposedGrid): string[] {
  const faint = overlays.some(({ contrast, required }) => contrast < required);
  const cut = overlays.some(({ lines, text }) => bare(lines.join('')) !== bare(text));
  return [...violations, ...(faint ? ['contrastOfPixels'] : []), ...(cut ? ['wholeText'] : [])];
}

const bare = (text: string): string => text.replaceAll(/\s/gu, '');
