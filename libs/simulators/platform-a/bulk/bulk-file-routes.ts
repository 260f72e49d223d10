import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { SimulatedShop } from '../shop.js';
import type { BulkBook } from './bulk-book.js';

interface Route {
  Params: { readonly shop: string; readonly file: string };
  Querystring: { readonly Signature?: string };
}

const PIECE = 16 * 1024;

/** The storage of results, under the store. */
export function bulkFileRoutes(server: FastifyInstance, shopOf: (domain: string) => SimulatedShop | undefined): void {
  server.get<Route>('/:shop/bulk-results/:file', async (request, reply) => {
    const bulk = shopOf(request.params.shop)?.bulk;
    const id = request.params.file.replace(/\.jsonl$/, '');
    const file = bulk?.fileAt(id, request.query.Signature ?? '');
    if (!bulk || !file) return reply.code(400).type('application/xml').send('<Error><Code>ExpiredToken</Code></Error>');
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    bulk.downloads.push({ id, from });
    if (from >= file.length && from > 0) return reply.code(416).send();
    const isPart = from > 0 && bulk.knowsRanges;
    if (isPart) void reply.code(206).header('content-range', `bytes ${from}-${file.length - 1}/${file.length}`);
    const start = isPart ? from : 0;
    return reply.type('application/jsonl').send(Readable.from(pieces(bulk, file, start), { objectMode: false }));
  });
}

async function* pieces(bulk: BulkBook, file: Buffer, start: number): AsyncGenerator<Buffer> {
  const breaksOffAt = bulk.breaksOffAt;
  bulk.breaksOffAt = null;
  for (let at = start; at < file.length; at += PIECE) {
    while (bulk.stopsAt !== null && at >= bulk.stopsAt) await delay(10);
    if (breaksOffAt !== null && at >= breaksOffAt) throw new Error('the simulated storage breaks off');
    yield file.subarray(at, at + PIECE);
  }
}
