import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

export interface S3SimulatorOptions {
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

/**
 * One bucket of an S3-compatible store on loopback, in memory: PUT, GET, HEAD and DELETE of objects, addressed by path.
 * Every request needs a valid AWS Signature Version 4 over the bytes, which is computed here independently.
 */
export class S3Simulator {
  readonly objects = new Map<string, { readonly body: Buffer; readonly contentType: string }>();
  /** Answers every PUT with 507, like a storage without space. */
  full = false;
  /** The number of next requests that are answered 503 SlowDown. */
  slowDowns = 0;
  private readonly server: FastifyInstance;

  private constructor(private readonly options: S3SimulatorOptions) {
    this.server = fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024 * 1024, exposeHeadRoutes: false });
    this.server.removeAllContentTypeParsers();
    this.server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    this.server.all('/*', (request, reply) => this.answer(request, reply));
  }

  static async start(options: S3SimulatorOptions): Promise<S3Simulator> {
    const simulator = new S3Simulator(options);
    await simulator.server.listen({ host: '127.0.0.1', port: 0 });
    return simulator;
  }

  /** For IMAGE_STORAGE_URL. */
  get storageUrl(): string {
    const { accessKeyId, secretAccessKey, bucket, region } = this.options;
    const { port } = this.server.server.address() as AddressInfo;
    const secret = encodeURIComponent(secretAccessKey);
    return `s3://${accessKeyId}:${secret}@127.0.0.1:${port}/${bucket}/images?region=${region}&tls=false`;
  }

  async stop(): Promise<void> {
    await this.server.close();
  }

  private answer(request: FastifyRequest, reply: FastifyReply): unknown {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!this.isSigned(request, body)) return fail(reply, 403, 'SignatureDoesNotMatch');
    if (this.slowDowns > 0) {
      this.slowDowns -= 1;
      return fail(reply, 503, 'SlowDown');
    }
    const [bucket, ...rest] = request.url.slice(1).split('/');
    const key = rest.join('/');
    if (bucket !== this.options.bucket) return fail(reply, 404, 'NoSuchBucket');
    if (request.method === 'PUT') return this.put(key, body, request, reply);
    if (request.method === 'DELETE') {
      this.objects.delete(key);
      return reply.code(204).send();
    }
    const found = this.objects.get(key);
    if (!found) return fail(reply, 404, 'NoSuchKey');
    void reply.header('content-length', found.body.length).type(found.contentType);
    return reply.send(request.method === 'HEAD' ? undefined : found.body);
  }

  private put(key: string, body: Buffer, { headers }: FastifyRequest, reply: FastifyReply): unknown {
    if (this.full) return fail(reply, 507, 'InsufficientStorage');
    this.objects.set(key, { body, contentType: headers['content-type'] ?? 'binary/octet-stream' });
    return reply
      .code(200)
      .header('etag', `"${createHash('md5').update(body).digest('hex')}"`)
      .send();
  }

  /** docs.aws.amazon.com, "Signature Version 4 signing process": canonical request, string to sign, derived key. */
  private isSigned({ method, url, headers }: FastifyRequest, body: Buffer): boolean {
    const pattern =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
    const [, id, day = '', region = '', names = '', signature = ''] = pattern.exec(headers.authorization ?? '') ?? [];
    const time = headers['x-amz-date'];
    const payload = headers['x-amz-content-sha256'];
    if (id !== this.options.accessKeyId || region !== this.options.region || typeof time !== 'string') return false;
    if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return false;
    const [path = '', query = ''] = url.split('?');
    const canonicalHeaders = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
    const canonical = [method, path, query, canonicalHeaders.join(''), names, payload].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
    const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
      (secret, part) => hmac(secret, part),
      `AWS4${this.options.secretAccessKey}`,
    );
    return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
  }
}

const fail = (reply: FastifyReply, status: number, code: string): unknown =>
  reply
    .code(status)
    .type('application/xml')
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
