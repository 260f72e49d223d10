import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conflict, DomainError } from '#libs/kernel';
import { type ImportKey, ImportsRepository } from './imports.repository.js';

const PART_BYTES = 1024 * 1024;
/** A slow sender's bytes are stored after so long, so that the upload is seen to go on. */
const PART_MS = 10_000;

const CUT_OFF = 'The file did not arrive whole. Send it again.';

/** Stores the bytes of imports while they arrive, so that a request of any size needs little memory. */
@Injectable()
export class ImportUploadsService {
  constructor(private readonly imports: ImportsRepository) {}

  /** Returns once all bytes are stored. After a request that is cut off the import waits for its file again. */
  async receive(key: ImportKey, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const uploadId = randomUUID();
    if (!(await this.imports.claimUpload(key, uploadId))) throw await this.refusal(key);
    try {
      await this.store(key, uploadId, bytes);
      if (!(await this.imports.markUploaded(key, uploadId))) throw givenUp();
    } catch (error) {
      await this.imports.cutOff(key, uploadId, CUT_OFF);
      throw error;
    }
  }

  private async refusal({ retailerId, id }: ImportKey): Promise<DomainError> {
    const { state } = await this.imports.get(retailerId, id);
    return state === 'awaiting_file'
      ? conflict('import_state', 'Another request is sending the file of this import.')
      : conflict('import_state', `The import is ${state} and takes no file. Create another import.`);
  }

  /** Stores the bytes part by part. The sender waits while a part is written. */
  private async store(key: ImportKey, uploadId: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    let [place, since] = [0, performance.now()];
    let [chunks, held]: [Uint8Array[], number] = [[], 0];
    const flush = async (): Promise<void> => {
      if (!(await this.imports.addPart(key, uploadId, place, Buffer.concat(chunks, held)))) throw givenUp();
      [place, since] = [place + 1, performance.now()];
      [chunks, held] = [[], 0];
    };
    for await (const chunk of bytes) {
      chunks.push(chunk);
      held += chunk.length;
      if (held >= PART_BYTES || performance.now() - since > PART_MS) await flush();
    }
    if (held > 0) await flush();
  }
}

const givenUp = (): DomainError => new DomainError(408, 'request_too_slow', CUT_OFF);
