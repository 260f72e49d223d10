import { createHash, type Hash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { DomainError } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import type { ImportFormat } from './import-lines.js';
import type { SuppressionImport } from './suppression-import.entity.js';
import { SuppressionImportsRepository } from './suppression-imports.repository.js';

/** The most bytes of a request. They have to arrive within the time of a request, which is 30 seconds. */
export const MOST_UPLOADED = 256 * 1024 * 1024;
const PART_BYTES = 1024 * 1024;
const KEY_KEPT_MS = 24 * 3_600_000;
/** An upload that has written nothing for so long was cut off. */
const CUT_OFF_MS = 60_000;

/** The bytes of a request, and the key by which its repetition is known. */
export interface Upload {
  readonly retailerId: string;
  readonly format: ImportFormat;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Of the caller and the `Idempotency-Key`; undefined without a key. */
  readonly requestKey: string | undefined;
}

/** Stores the bytes of imports while they arrive, so that a request of any size needs little memory. */
@Injectable()
export class SuppressionUploadsService {
  constructor(
    private readonly database: Database,
    private readonly imports: SuppressionImportsRepository,
    private readonly jobs: JobProducer,
  ) {}

  /** Returns the id of the import once all bytes are stored. A request that is cut off leaves no import behind. */
  async receive({ retailerId, format, bytes, requestKey }: Upload): Promise<string> {
    const before = requestKey === undefined ? undefined : await this.earlier(retailerId, requestKey);
    if (before) return sameOrRefused(before, await hashOf(bytes));
    const found = { retailerId, id: randomUUID(), format, requestKey: requestKey ?? null };
    if (!(await this.imports.begin(found))) throw inUse();
    try {
      const bodyHash = await this.store(found, bytes);
      await this.database.transaction(retailerId, async (tx) => {
        await this.imports.markUploaded(tx, found, bodyHash);
        tx.afterCommit(() => this.jobs.enqueue('email.import-suppressions', { retailerId, importId: found.id }));
      });
    } catch (error) {
      await this.imports.drop(found);
      throw error;
    }
    return found.id;
  }

  /** The import of an earlier request with the same key. Keys of a day ago and uploads that were cut off are freed. */
  private async earlier(retailerId: string, requestKey: string): Promise<SuppressionImport | undefined> {
    const found = await this.imports.ofRequest(retailerId, requestKey);
    if (!found) return undefined;
    const now = Date.now();
    if (found.state !== 'receiving' && now - found.createdAt.getTime() < KEY_KEPT_MS) return found;
    if (found.state !== 'receiving') await this.imports.freeKey(found);
    else if (now - found.updatedAt.getTime() < CUT_OFF_MS) throw inUse();
    else await this.imports.drop(found);
    return undefined;
  }

  /** Stores the bytes part by part, and returns their hash. The sender waits while a part is written. */
  private async store(found: Pick<SuppressionImport, 'retailerId' | 'id'>, bytes: AsyncIterable<Uint8Array>) {
    const hash = createHash('sha256');
    let place = 0;
    let [chunks, held]: [Uint8Array[], number] = [[], 0];
    const flush = async (): Promise<void> => {
      await this.imports.addPart(found, place, Buffer.concat(chunks, held));
      place += 1;
      [chunks, held] = [[], 0];
    };
    for await (const chunk of limited(bytes, hash)) {
      chunks.push(chunk);
      held += chunk.length;
      if (held >= PART_BYTES) await flush();
    }
    if (held > 0) await flush();
    return hash.digest('hex');
  }
}

async function* limited(bytes: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > MOST_UPLOADED) throw tooLarge();
    hash.update(chunk);
    yield chunk;
  }
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const _ of limited(bytes, hash));
  return hash.digest('hex');
}

function sameOrRefused({ id, bodyHash }: SuppressionImport, hash: string): string {
  if (bodyHash === hash) return id;
  throw new DomainError(422, 'idempotency_key_reused', 'This Idempotency-Key was used with another body.');
}

/** The answer names the limit of the route. */
export const tooLarge = (): DomainError => new DomainError(413, 'body_too_large', 'The list is too large.');

const inUse = (): DomainError =>
  new DomainError(409, 'idempotency_key_in_use', 'The first request with this Idempotency-Key is still running.', {
    headers: { 'retry-after': '1' },
  });
