import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { DomainError } from '#libs/kernel';
import { JobProducer } from '#libs/queue';
import { partsOf } from '../../bodies/parts.js';
import type { ImportFormat } from './import-lines.js';
import type { SuppressionImport } from './suppression-import.entity.js';
import { CUT_OFF_MS, type ImportName, SuppressionImportsRepository } from './suppression-imports.repository.js';
import { SUPPRESSION_PROBLEMS } from './suppression-problems.js';

const KEY_KEPT_MS = 24 * 3_600_000;

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

  /** Returns the id of the import once all bytes are stored. A request that is cut off leaves a failed import. */
  async receive({ retailerId, format, bytes, requestKey }: Upload): Promise<string> {
    const before = requestKey === undefined ? undefined : await this.earlier(retailerId, requestKey);
    if (before) return sameOrRefused(before, await hashOf(bytes));
    const found = { retailerId, id: randomUUID(), format, requestKey: requestKey ?? null };
    if (!(await this.imports.begin(found))) throw inUse();
    try {
      const bodyHash = await this.store(found, bytes);
      await this.database.transaction(retailerId, async (tx) => {
        if (!(await this.imports.markUploaded(tx, found, bodyHash))) throw givenUp();
        tx.afterCommit(() => this.jobs.enqueue('email.import-suppressions', { retailerId, importId: found.id }));
      });
    } catch (error) {
      await this.imports.cutOff(found, SUPPRESSION_PROBLEMS.cut_off);
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
    else await this.imports.cutOff(found, SUPPRESSION_PROBLEMS.cut_off);
    return undefined;
  }

  /** Stores the bytes part by part, and returns their hash. */
  private async store(found: ImportName, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const hash = createHash('sha256');
    let place = 0;
    for await (const part of partsOf(bytes)) {
      hash.update(part);
      if (!(await this.imports.addPart(found, place, part))) throw givenUp();
      place += 1;
    }
    return hash.digest('hex');
  }
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

function sameOrRefused({ id, bodyHash }: SuppressionImport, hash: string): string {
  if (bodyHash === hash) return id;
  throw new DomainError(422, 'idempotency_key_reused', 'This Idempotency-Key was used with another body.');
}

const givenUp = (): DomainError => new DomainError(408, 'request_too_slow', SUPPRESSION_PROBLEMS.cut_off);

const inUse = (): DomainError =>
  new DomainError(409, 'idempotency_key_in_use', 'The first request with this Idempotency-Key is still running.', {
    headers: { 'retry-after': '1' },
  });
