import type { ServerResponse } from 'node:http';
import { Database } from '#libs/database';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImageFiles } from '../../src/image-generation/image-files.js';
import { ProductPictures } from '../../src/image-generation/product-pictures.js';
import { IMAGE_STORAGE, type ImageStorage } from '../../src/image-generation/storage/image-storage.js';
import { IdleApp } from '../setup/idle-app.js';
import { aPicture, PictureHost } from '../setup/picture-host.js';
import { waitFor } from '../setup/wait-for.js';
import { installStore } from '../setup/webhooks.js';

let host: PictureHost;
let app: IdleApp;
let storage: ImageStorage;
let retailerId: string;

beforeEach(async () => {
  host = await PictureHost.start();
  app = await IdleApp.start({ IMAGE_FETCH_ALLOW: host.address, DATABASE_POOL_SIZE: '4' });
  storage = app.get<ImageStorage>(IMAGE_STORAGE as never);
  ({ retailerId } = await installStore(app));
});
afterEach(async () => {
  await app.stop();
  await host.stop();
});

/** Long enough for one too many to begin. */
const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));

describe('a storage that takes its time', () => {
  it('leaves Postgres to others, however many pictures are stored', async () => {
    const waiting: (() => void)[] = [];
    vi.spyOn(storage, 'put').mockImplementation(() => new Promise((resolve) => waiting.push(resolve)));
    const kept = Promise.all(
      Array.from({ length: 9 }, (_, index) => app.get(ImageFiles).keepSource(retailerId, Buffer.from(`${index}`))),
    );
    await waitFor(() => waiting.length >= 3);
    await aMoment();
    expect(waiting).toHaveLength(3);
    expect(await app.get(Database).query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    while (waiting.length > 0) {
      for (const stored of waiting.splice(0)) stored();
      await aMoment();
    }
    expect(new Set(await kept).size).toBe(9);
  });
});

describe('the pictures of many products', () => {
  it('are fetched eight at a time, whoever asks for them', async () => {
    const picture = await aPicture();
    const waiting: ServerResponse[] = [];
    const refs = Array.from({ length: 20 }, (_, index) => {
      host.files.set(`/${index}.png`, (_request, response) => waiting.push(response));
      return { url: host.url(`/${index}.png`), pointer: `/products/${index}` };
    });
    const pictures = app.get(ProductPictures);
    const found = Promise.all([pictures.all(retailerId, refs.slice(0, 10)), pictures.all(retailerId, refs.slice(10))]);
    await waitFor(() => waiting.length >= 8);
    await aMoment();
    expect(waiting).toHaveLength(8);
    let answered = 0;
    await waitFor(() => {
      for (const response of waiting.splice(0)) {
        response.end(picture);
        answered += 1;
      }
      return answered === refs.length;
    });
    expect((await found).map(({ size }) => size)).toEqual([10, 10]);
  });
});
