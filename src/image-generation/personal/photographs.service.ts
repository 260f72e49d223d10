import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/kernel';
import { TryLater } from '../providers/image-provider.js';
import { SourceImagesService } from '../rendering/source-images.service.js';
import type { PersonalProduct } from './personal-content.js';

export interface FoundPhotographs {
  /** sha256 of the files, by address. */
  readonly hashes: ReadonlyMap<string, string>;
  /** Addresses whose host may answer later. */
  readonly later: ReadonlySet<string>;
}

/** Fetches the photographs of products, each on its own: one that can't be had concerns no other. */
@Injectable()
export class PhotographsService {
  constructor(private readonly images: SourceImagesService) {}

  async find(retailerId: string, products: readonly PersonalProduct[]): Promise<FoundPhotographs> {
    const urls = [...new Set(products.flatMap(({ url, hash }) => (hash === undefined ? url : [])))];
    const refs = urls.map((url) => ({ url, pointer: '/products/personal' }));
    const hashes = await this.images.known(retailerId, refs);
    const later = new Set<string>();
    await Promise.all(
      refs.map(async (ref) => {
        if (hashes.has(ref.url)) return;
        try {
          const found = await this.images.all(retailerId, [ref]);
          for (const [url, hash] of found.hashes) hashes.set(url, hash);
          if (found.later) later.add(ref.url);
        } catch (error) {
          // An address that may not be fetched.
          if (error instanceof TryLater) later.add(ref.url);
          else if (!(error instanceof DomainError)) throw error;
        }
      }),
    );
    return { hashes, later };
  }
}
