import type { ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import { Database } from '#libs/database';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ImageFilesService } from '../../src/image-generation/storage/image-files.service.js';
import { SourceImagesService } from '../../src/image-generation/rendering/source-images.service.js';
import { IMAGE_STORAGE, type ImageStorage } from '../../src/image-generation/storage/image-storage.js';
import { PrivacyRequest } from '../../src/privacy/privacy-request.entity.js';
import { PrivacyHandler } from '../../src/privacy/privacy.handler.js';
import type { PrivacyRequestAnswer } from '../../src/privacy/privacy-request.dto.js';
import { PrivacyRepository } from '../../src/privacy/privacy.repository.js';
import { Retailer } from '../../src/retailers/retailer.entity.js';
import { given } from '../factories/given.js';
import { IdleApp } from '../setup/idle-app.js';
import { anImage, ImageHost } from '../setup/image-host.js';
import { waitFor } from '../setup/wait-for.js';
import { installStore } from '../setup/webhooks.js';

let host: ImageHost;
let app: IdleApp;
let storage: ImageStorage;
let retailerId: string;

beforeEach(async () => {
  host = await ImageHost.start();
  app = await IdleApp.start({ IMAGE_FETCH_ALLOW: host.address, DATABASE_POOL_SIZE: '4' });
  storage = app.get<ImageStorage>(IMAGE_STORAGE as never);
  ({ retailerId } = await installStore(app));
});
afterEach(async () => {
  await app.stop();
  await host.stop();
});

/** Waits long enough for one operation above the limit to start. */
const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300));

describe('a slow storage', () => {
  it('leaves connections to Postgres for others while many images are stored', async () => {
    const waiting: (() => void)[] = [];
    vi.spyOn(storage, 'put').mockImplementation(() => new Promise((resolve) => waiting.push(resolve)));
    const kept = Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        app.get(ImageFilesService).keepSource(retailerId, Buffer.from(`${index}`)),
      ),
    );
    await waitFor(() => waiting.length >= 3);
    await aMoment();
    expect(waiting).toHaveLength(3);
    expect(await app.get(Database).acrossRetailers.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    while (waiting.length > 0) {
      for (const stored of waiting.splice(0)) stored();
      await aMoment();
    }
    expect(new Set(await kept).size).toBe(9);
  });
});

describe('the images of many products', () => {
  it('are fetched four at a time per retailer', async () => {
    const image = await anImage();
    const waiting: ServerResponse[] = [];
    const refs = Array.from({ length: 20 }, (_, index) => {
      host.files.set(`/${index}.png`, (_request, response) => waiting.push(response));
      return { url: host.url(`/${index}.png`), pointer: `/products/${index}` };
    });
    const images = app.get(SourceImagesService);
    const found = Promise.all([images.all(retailerId, refs.slice(0, 10)), images.all(retailerId, refs.slice(10))]);
    await waitFor(() => waiting.length >= 4);
    await aMoment();
    expect(waiting).toHaveLength(4);
    let answered = 0;
    await waitFor(() => {
      for (const response of waiting.splice(0)) {
        response.end(image);
        answered += 1;
      }
      return answered === refs.length;
    });
    expect((await found).map(({ hashes }) => hashes.size)).toEqual([10, 10]);
  });
});

describe("the purge of a store's files", () => {
  const requestId = randomUUID();
  /** The files of an uninstalled store, and the request for its purge. */
  const aStoreThatLeft = async (files: number): Promise<void> => {
    for (let index = 0; index < files; index += 1) {
      await app.get(ImageFilesService).keepSource(retailerId, Buffer.from(`${index}`));
    }
    await given(app).set(Retailer, { status: 'uninstalled' }, { id: retailerId });
    const request = { retailerId, id: requestId, kind: 'retailer_redact', subject: {}, subjectHashes: [] } as const;
    const more = { reference: null, deliveryId: randomUUID(), receivedAt: new Date() };
    await app.transaction((tx) => app.get(PrivacyRepository).insert(tx, { ...request, ...more }));
  };
  /** Runs the purge once and returns the request. */
  const purge = async (): Promise<PrivacyRequestAnswer | undefined> => {
    await given(app).set(PrivacyRequest, { dueAt: new Date() });
    await app.get(PrivacyHandler).work({ retailerId, requestId });
    return app.get(PrivacyRepository).find(requestId);
  };
  /** For each row of `image_files`, whether its file exists. */
  const named = async (): Promise<boolean[]> => {
    const rows = await app.sql<{ key: string }>('SELECT key FROM image_files ORDER BY key');
    return Promise.all(rows.map(async ({ key }) => (await storage.size(key)) !== undefined));
  };

  it('does not block a reinstall while the storage is slow, and stops then', async () => {
    await aStoreThatLeft(3);
    const really = storage.delete.bind(storage);
    const deletions = vi.spyOn(storage, 'delete').mockImplementationOnce(async (key) => {
      await app.sql(
        `SET LOCAL lock_timeout = '2s'; UPDATE retailers SET status = 'installed' WHERE id = '${retailerId}'`,
      );
      await really(key);
    });
    expect(await purge()).toMatchObject({ problem: null, receipt: { outcome: 'kept', removed: { image_files: 1 } } });
    expect(deletions).toHaveBeenCalledOnce();
    expect(await named()).toEqual([true, true]);
  });

  it('continues after a failure, and every remaining file has its row', async () => {
    await aStoreThatLeft(3);
    const really = storage.delete.bind(storage);
    vi.spyOn(storage, 'delete').mockImplementationOnce(really).mockRejectedValueOnce(new Error('out of ink'));
    expect(await purge()).toMatchObject({ status: 'pending', problem: 'out of ink' });
    expect(await named()).toEqual([true, true]);
    expect(await purge()).toMatchObject({ receipt: { outcome: 'erased', removed: { image_files: 3 } } });
    expect(await named()).toEqual([]);
  });

  it('deletes a file that was added meanwhile together with its row', async () => {
    await aStoreThatLeft(1);
    const really = storage.delete.bind(storage);
    let late = '';
    vi.spyOn(storage, 'delete').mockImplementationOnce(async (key) => {
      // An image that was being rendered during the uninstall.
      late = await app.get(ImageFilesService).keepSource(retailerId, Buffer.from('late'));
      await really(key);
    });
    expect(await purge()).toMatchObject({ receipt: { outcome: 'erased', removed: { image_files: 2 } } });
    expect(await storage.size(`sources/${late}`)).toBeUndefined();
  });
});
