import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { OutboundError, type OutboundHttp, type OutboundResponse } from '#libs/outbound-http';
import { checkedKey, type ImageStorage, StorageError } from './image-storage.js';

export interface S3Location {
  /** `https://s3.eu-central-1.amazonaws.com`, without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Prefix of every key: empty, or ending in a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

type Method = 'GET' | 'HEAD' | 'PUT' | 'DELETE';

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 64 * 1024 * 1024;
const RETRY = { attempts: 3, baseDelayMs: 200, statuses: [429, 500, 502, 503, 504] };

/** Objects in an S3-compatible bucket, addressed by path. All calls are idempotent, so all are retried. */
export class S3Storage implements ImageStorage {
  constructor(
    private readonly location: S3Location,
    private readonly http: OutboundHttp,
  ) {}

  async put(key: string, bytes: Buffer, contentType: string): Promise<void> {
    await this.call('PUT', key, { body: bytes, contentType });
  }

  async get(key: string): Promise<Buffer | undefined> {
    return (await this.call('GET', key))?.body;
  }

  async size(key: string): Promise<number | undefined> {
    const answer = await this.call('HEAD', key);
    return answer && Number(answer.headers['content-length'] ?? 0);
  }

  async delete(key: string): Promise<void> {
    await this.call('DELETE', key);
  }

  /** Undefined for 404. */
  private async call(
    method: Method,
    key: string,
    content?: { readonly body: Buffer; readonly contentType: string },
  ): Promise<OutboundResponse | undefined> {
    const { url, headers } = await this.sign(method, key, content);
    const answer = await this.http
      .request({
        method,
        url,
        headers,
        timeoutMs: TIMEOUT_MS,
        maxResponseBytes: MOST_BYTES,
        retry: RETRY,
        // The address is part of our own configuration.
        guard: { allowPrivate: true },
        ...(content ? { body: content.body } : {}),
      })
      .catch(rethrow);
    if (answer.status === 404 && method !== 'PUT') return undefined;
    if (answer.status >= 300) throw refusal(answer);
    return answer;
  }

  private async sign(
    method: Method,
    key: string,
    content?: { readonly body: Buffer; readonly contentType: string },
  ): Promise<{ url: string; headers: Record<string, string> }> {
    const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = this.location;
    const signer = new AwsV4Signer({
      method,
      url: `${endpoint}/${bucket}/${prefix}${checkedKey(key)}`,
      headers: {
        // By default the signer leaves the body unsigned. With this hash the server refuses a body that was altered.
        'x-amz-content-sha256': createHash('sha256')
          .update(content?.body ?? '')
          .digest('hex'),
        ...(content ? { 'content-type': content.contentType } : {}),
      },
      ...(content ? { body: new Uint8Array(content.body) } : {}),
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    });
    const { url, headers } = await signer.sign();
    return { url: url.toString(), headers: Object.fromEntries(headers) };
  }
}

function refusal({ status, body }: OutboundResponse): StorageError {
  const code = /<Code>([\w.]{1,64})<\/Code>/.exec(body.toString('utf8'))?.[1] ?? 'no code';
  return new StorageError(`the image storage answered ${status} (${code})`, status === 507 || status < 500);
}

function rethrow(error: unknown): never {
  if (error instanceof OutboundError) throw new StorageError(`the image storage: ${error.message}`, false, error);
  throw error;
}
