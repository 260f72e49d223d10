import type { ProductImage } from './types.js';

/** Pixels that a thread keeps, in bytes. A product of a usual photograph has about 2 MB. */
const MOST_BYTES = 64 * 1024 * 1024;

interface Kept {
  readonly product: ProductImage;
  readonly size: number;
}

/** The products that were used last, by a name for their bytes: variants and banners of a store share them. */
export class KeptProducts {
  private readonly products = new Map<string, Kept>();
  private readonly underWay = new Map<string, Promise<ProductImage>>();
  private size = 0;

  constructor(private readonly mostBytes = MOST_BYTES) {}

  async find(name: string, prepare: () => Promise<ProductImage>): Promise<ProductImage> {
    const found = this.products.get(name);
    if (found) {
      this.products.delete(name);
      this.products.set(name, found);
      return found.product;
    }
    const running = this.underWay.get(name);
    if (running) return running;
    const flight = this.prepared(name, prepare).finally(() => this.underWay.delete(name));
    this.underWay.set(name, flight);
    return flight;
  }

  private async prepared(name: string, prepare: () => Promise<ProductImage>): Promise<ProductImage> {
    const product = await prepare();
    this.keep(name, product);
    return product;
  }

  private keep(name: string, product: ProductImage): void {
    const size = product.pixels.data.byteLength;
    if (size > this.mostBytes || this.products.has(name)) return;
    this.products.set(name, { product, size });
    this.size += size;
    for (const [oldest, kept] of this.products) {
      if (this.size <= this.mostBytes) return;
      this.products.delete(oldest);
      this.size -= kept.size;
    }
  }
}

/** Those of this thread. */
export const keptProducts = new KeptProducts();
