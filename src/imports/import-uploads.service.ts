import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conflict, DomainError } from '#libs/kernel';
import { partsOf } from '../bodies/parts.js';
import { IMPORT_PROBLEMS } from './import-problems.js';
import { type ImportKey, ImportsRepository } from './imports.repository.js';

/** Stores the bytes of imports while they arrive, so that a request of any size needs little memory. */
@Injectable()
export class ImportUploadsService {
  constructor(private readonly imports: ImportsRepository) {}

  /** Returns once all bytes are stored. After a request that is cut off the import waits for its file again. */
  async receive(key: ImportKey, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const uploadId = randomUUID();
    if (!(await this.imports.claimUpload(key, uploadId))) throw await this.refusal(key);
    try {
      const length = await this.store(key, uploadId, bytes);
      if (!(await this.imports.markUploaded(key, uploadId, length))) throw givenUp();
    } catch (error) {
      await this.imports.cutOff(key, uploadId, IMPORT_PROBLEMS.cut_off);
      throw error;
    }
  }

  private async refusal({ retailerId, id }: ImportKey): Promise<DomainError> {
    const { state } = await this.imports.get(retailerId, id);
    return state === 'awaiting_file'
      ? conflict('import_state', 'Another request is sending the file of this import.')
      : conflict('import_state', `The import is ${state} and takes no file. Create another import.`);
  }

  /** Returns the number of bytes. */
  private async store(key: ImportKey, uploadId: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
    let [place, length] = [0, 0];
    for await (const part of partsOf(bytes)) {
      if (!(await this.imports.addPart(key, uploadId, place, part))) throw givenUp();
      place += 1;
      length += part.length;
    }
    return length;
  }
}

const givenUp = (): DomainError => new DomainError(408, 'request_too_slow', IMPORT_PROBLEMS.cut_off);
