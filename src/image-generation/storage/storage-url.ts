import { fileURLToPath } from 'node:url';
import type { OutboundHttp } from '#libs/outbound-http';
import { FileStorage } from './file-storage.js';
import type { ImageStorage } from './image-storage.js';
import { type S3Location, S3Storage } from './s3-storage.js';

/**
 * The storage behind IMAGE_STORAGE_URL: `file:///folder`, or `s3://KEY:SECRET@host[:port]/bucket[/prefix]` with
 * `?region=` (default us-east-1) and `?tls=false` for a server on the same machine.
 */
export function storageAt(storageUrl: string, http: OutboundHttp): ImageStorage {
  return storageUrl.startsWith('file:')
    ? new FileStorage(fileURLToPath(storageUrl))
    : new S3Storage(s3Location(storageUrl), http);
}

/** Throws if a part is missing. The message contains no secret. */
export function s3Location(storageUrl: string): S3Location {
  const url = new URL(storageUrl);
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean);
  if (!url.hostname || !bucket || !url.username || !url.password) {
    throw new Error('IMAGE_STORAGE_URL must be s3://KEY:SECRET@host/bucket');
  }
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https';
  return {
    endpoint: `${scheme}://${url.host}`,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}
