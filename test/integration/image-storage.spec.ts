import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OutboundHttp } from '#libs/outbound-http';
import { S3Simulator } from '#libs/simulators';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ImageStorage, StorageError } from '../../src/image-generation/storage/image-storage.js';
import { s3Location, storageAt } from '../../src/image-generation/storage/storage-url.js';

const OPTIONS = {
  bucket: 'images',
  region: 'eu-central-1',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'secret/with+odd=signs',
};
const KEY = `images/${'ab'.repeat(32)}.png`;
const OTHER = `sources/${'cd'.repeat(32)}`;
const BYTES = Buffer.from('not really an image');

let folder: string;
let bucket: S3Simulator;
const http = new OutboundHttp();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rekindle-storage-'));
  bucket = await S3Simulator.start(OPTIONS);
});
afterAll(async () => {
  await http.close();
  await bucket.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each([
  ['files', () => storageAt(pathToFileURL(folder).href, http)],
  ['an S3-compatible bucket', () => storageAt(bucket.storageUrl, http)],
] as const)('storage in %s', (_where, open) => {
  let storage: ImageStorage;
  beforeEach(() => {
    storage = open();
  });

  it('returns what was stored, even if it was stored twice', async () => {
    expect(await storage.get(KEY)).toBeUndefined();
    expect(await storage.size(KEY)).toBeUndefined();
    await storage.put(KEY, BYTES, 'image/png');
    await storage.put(KEY, BYTES, 'image/png');
    expect(await storage.get(KEY)).toEqual(BYTES);
    expect(await storage.size(KEY)).toBe(BYTES.length);
  });

  it('deletes files, even those that never existed', async () => {
    await storage.put(OTHER, BYTES, 'application/octet-stream');
    await storage.delete(OTHER);
    await storage.delete(OTHER);
    expect(await storage.get(OTHER)).toBeUndefined();
  });

  it('stores ten megabytes, with many concurrent writers of the same file', async () => {
    const large = Buffer.alloc(10 * 1024 * 1024, 'x');
    const key = `originals/${'ef'.repeat(32)}`;
    await Promise.all(Array.from({ length: 5 }, () => storage.put(key, large, 'application/octet-stream')));
    expect((await storage.get(key))?.equals(large)).toBe(true);
  });

  it.each(['../secret', 'images/../../etc/passwd', `images/${'ab'.repeat(32)}.svg`, `other/${'ab'.repeat(32)}`, ''])(
    'refuses the key %j',
    async (key) => {
      await expect((async () => storage.get(key))()).rejects.toThrow(StorageError);
      await expect((async () => storage.put(key, BYTES, 'image/png'))()).rejects.toThrow(StorageError);
      await expect((async () => storage.delete(key))()).rejects.toThrow(StorageError);
    },
  );
});

describe('image storage in files', () => {
  it('leaves no partly written file', async () => {
    const names = await readdir(folder, { recursive: true });
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('reports that it can not write', async () => {
    await chmod(folder, 0o500);
    const storage = storageAt(pathToFileURL(folder).href, http);
    await expect(storage.put(`images/${'12'.repeat(32)}.png`, BYTES, 'image/png')).rejects.toMatchObject({
      full: true,
    });
    await chmod(folder, 0o700);
  });

  it('reports that it can not write if a file is in place of its folder', async () => {
    const blocked = storageAt(pathToFileURL(join(folder, KEY.replace('/', '/ab/'))).href, http);
    expect((await stat(join(folder, KEY.replace('/', '/ab/')))).isFile()).toBe(true);
    await expect(blocked.put(KEY, BYTES, 'image/png')).rejects.toThrow(StorageError);
  });
});

describe('image storage in an S3-compatible bucket', () => {
  it('sends the content type and signs the bytes', async () => {
    await storageAt(bucket.storageUrl, http).put(KEY, BYTES, 'image/png');
    expect(bucket.objects.get(`images/${KEY}`)).toEqual({ body: BYTES, contentType: 'image/png' });
  });

  it('retries after a request to slow down', async () => {
    bucket.slowDowns = 2;
    expect(await storageAt(bucket.storageUrl, http).get(KEY)).toEqual(BYTES);
  });

  it('distinguishes a full bucket, a wrong secret and an unknown bucket from a missing file', async () => {
    bucket.full = true;
    await expect(storageAt(bucket.storageUrl, http).put(KEY, BYTES, 'image/png')).rejects.toMatchObject({ full: true });
    bucket.full = false;
    const wrong = storageAt(bucket.storageUrl.replace('odd', 'even'), http);
    await expect(wrong.get(KEY)).rejects.toThrow('403 (SignatureDoesNotMatch)');
    const elsewhere = storageAt(bucket.storageUrl.replace('/images/', '/nothing/'), http);
    await expect(elsewhere.put(KEY, BYTES, 'image/png')).rejects.toThrow('404 (NoSuchBucket)');
  });

  it('reports that it is unreachable without naming a secret', async () => {
    const away = storageAt('s3://key:hush-hush@127.0.0.1:9/bucket?tls=false', http);
    const failure = await away.get(KEY).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageError);
    expect(failure).toMatchObject({ full: false });
    expect(String((failure as Error).stack)).not.toContain('hush');
  });

  it('takes its location from the address', () => {
    expect(s3Location('s3://id:a%2Fb@s3.example:9000/bucket/a/b?region=r1')).toEqual({
      endpoint: 'https://s3.example:9000',
      bucket: 'bucket',
      prefix: 'a/b/',
      region: 'r1',
      accessKeyId: 'id',
      secretAccessKey: 'a/b',
    });
    for (const address of ['s3://s3.example/bucket', 's3://id:secret@s3.example', 's3://id@s3.example/bucket']) {
      expect(() => s3Location(address)).toThrow('IMAGE_STORAGE_URL must be');
    }
  });
});
