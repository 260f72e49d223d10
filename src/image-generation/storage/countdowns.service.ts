import { Inject, Injectable } from '@nestjs/common';
import { BoundedMap } from '#libs/bounded-map';
import { Compositor } from '#libs/compositor';
import { notFound, unavailable } from '#libs/kernel';
import { PoolError } from '#libs/worker-pool';
import type { FastifyReply } from 'fastify';
import { IMAGE_STORAGE, type ImageStorage, StorageError } from './image-storage.js';

const FILE = /^[0-9a-f]{64}\.gif$/;
const SECOND_MS = 1_000;
/** GIFs of about 300 kB. Many readers open the same one within a second. */
const MOST_KEPT = 32;
/** The proxies of email clients fetch an image again at each opening only if they may not keep it. */
const RUNNING = 'no-cache, max-age=0';
const ENDED = 'public, max-age=86400';

type Countdown = Awaited<ReturnType<Compositor['countdownGif']>>;

/** Makes the GIF of a countdown as it is seen now: at most once a second for each, whoever opens it. */
@Injectable()
export class CountdownsService {
  private readonly made = new BoundedMap<string, Promise<Countdown>>(MOST_KEPT);

  constructor(
    @Inject(IMAGE_STORAGE) private readonly storage: ImageStorage,
    private readonly compositor: Compositor,
  ) {}

  /** Sends 200 with the GIF; throws 404 for an unknown name. */
  async send(file: string, reply: FastifyReply): Promise<void> {
    if (!FILE.test(file)) throw notFound('image');
    const { bytes, runs } = await this.at(file, Math.floor(Date.now() / SECOND_MS) * SECOND_MS);
    void reply
      .headers({
        'cache-control': runs ? RUNNING : ENDED,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('image/gif')
      .send(Buffer.from(bytes));
  }

  private at(file: string, now: number): Promise<Countdown> {
    const key = `${file} ${now}`;
    const known = this.made.get(key);
    if (known) return known;
    const making = this.make(file, now);
    this.made.set(key, making);
    making.catch(() => this.made.delete(key));
    return making;
  }

  private async make(file: string, now: number): Promise<Countdown> {
    try {
      const plate = await this.storage.get(`countdowns/${file}`);
      if (!plate) throw notFound('image');
      return await this.compositor.countdownGif(plate, now);
    } catch (error) {
      if (error instanceof StorageError) {
        throw unavailable('image_storage_unavailable', 'The image storage does not answer.', 5);
      }
      if (error instanceof PoolError) {
        throw unavailable('service_unavailable', 'Too many countdowns are being made.', 1);
      }
      throw error;
    }
  }
}
