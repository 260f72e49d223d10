import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { InstallationsService } from '../../../src/stores/installations.service.js';
import type { OpenStore } from '../../../src/stores/store-connector.js';
import { FilesConfig } from '../files.config.js';
import type { StoreFile } from '../wire.js';

/** An installed store and its file. */
export interface OpenFile extends OpenStore {
  readonly file: StoreFile;
}

/** Opens the files of stores, which are the whole API of this platform. */
@Injectable()
export class FilesStoreClient {
  constructor(
    private readonly config: FilesConfig,
    private readonly installations: InstallationsService,
  ) {}

  async withStore<T>(retailerId: string, work: (store: OpenFile) => Promise<T>): Promise<T | undefined> {
    const retailer = await this.installations.installed(retailerId, 'platform-files');
    if (!retailer) return undefined;
    const text = await readFile(join(this.config.folder, `${retailer.externalId}.json`), 'utf8');
    return work({ retailer, file: JSON.parse(text) as StoreFile });
  }
}
