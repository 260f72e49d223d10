import { Inject, Injectable } from '@nestjs/common';
import { isKnownTag, notFound, unavailable } from '#libs/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IMAGE_STORAGE, type ImageStorage, StorageError } from './image-storage.js';

const FILE = /^([0-9a-f]{64})\.(png|jpg|webp)$/;
const TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' };

/** Sends files of the storage. Only names that consist of a hash and a known extension reach the storage. */
@Injectable()
export class PublicImagesService {
  constructor(@Inject(IMAGE_STORAGE) private readonly storage: ImageStorage) {}

  /** Sends 200 with the image, or 304 if the caller has it already; throws 404 for an unknown name. */
  async send(file: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const [, hash = '', extension = ''] = FILE.exec(file) ?? [];
    if (!hash) throw notFound('image');
    const etag = `"${hash}"`;
    const isKnown = isKnownTag(request.headers['if-none-match'], etag);
    const key = `images/${file}`;
    const found = await this.reach<unknown>(isKnown ? this.storage.size(key) : this.storage.get(key));
    if (found === undefined) throw notFound('image');
    void reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (isKnown) void reply.code(304).send();
    else void reply.type(TYPES[extension] ?? 'application/octet-stream').send(found);
  }

  private async reach<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      throw unavailable('image_storage_unavailable', 'The image storage does not answer.', 5);
    }
  }
}
