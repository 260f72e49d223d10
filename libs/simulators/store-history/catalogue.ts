import { productRecord } from '../records/record-factories.js';
import type { Instant, ProductRecord } from '../records/records.js';
import { PRODUCT_IMAGES } from '../product-images/index.js';
import type { PlatformIds } from './platform-ids.js';
import type { Random } from '#libs/random';

const COLOURS = ['Clay', 'Slate', 'Moss', 'Ivory', 'Rust', 'Ink', 'Sand', 'Fog', 'Plum', 'Ochre'] as const;
const VENDORS = ['Fjord & Co', 'Atelier Nord', 'House brand'] as const;

/** The median of the prices in currency units, and the standard deviation of their logarithms. */
const PRICE_MEDIAN = 32;
const PRICE_SIGMA = 0.8;

/**
 * Products with one or two variants, each with the address of an image on the host. Prices are log-normal: most are
 * small, a few are very large.
 */
export function makeCatalogue(
  count: number,
  createdAt: Instant,
  ids: PlatformIds,
  random: Random,
  imageHost: string,
): ProductRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? '';
    const image = PRODUCT_IMAGES[index % PRODUCT_IMAGES.length] ?? 'mug';
    const thing = image.charAt(0).toUpperCase() + image.slice(1);
    const priceCents = Math.max(99, Math.round(random.logNormal(PRICE_MEDIAN, PRICE_SIGMA)) * 100 - 1);
    const sizes = random.chance(0.4) ? ['Small', 'Large'] : ['Default Title'];
    const title = `${colour} ${thing}${index >= 60 ? ` No. ${index}` : ''}`;
    return productRecord({
      id: ids.take('product'),
      title,
      createdAt,
      vendor: random.pick(VENDORS),
      productType: thing,
      tags: [colour.toLowerCase(), image],
      imageUrl: `${imageHost}/${image}`,
      variants: sizes.map((size, position) => ({
        id: ids.take('variant'),
        title: size,
        sku: `${thing.slice(0, 3).toUpperCase()}-${index}-${position + 1}`,
        priceCents: priceCents + position * 500,
        inventoryQuantity: random.integer(200),
      })),
    });
  });
}

/** Popularity by Zipf's law: the n-th product sells 1/n as often as the first. */
export class Popularity {
  private readonly cumulated: readonly number[];

  constructor(private readonly products: readonly [ProductRecord, ...ProductRecord[]]) {
    let sum = 0;
    this.cumulated = products.map((_, index) => (sum += 1 / (index + 1)));
  }

  pick(random: Random): ProductRecord {
    const wanted = random.uniform() * (this.cumulated.at(-1) ?? 1);
    const index = this.cumulated.findIndex((share) => share > wanted);
    return this.products[index] ?? this.products[0];
  }
}
