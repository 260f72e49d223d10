import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './folder.js';

/**
 * Secrets that development generates once and keeps under DATA_DIR, so that tokens and stored platform tokens outlive a
 * restart. Two processes that start at once get the same secret: only the first can link its finished file to the name.
 */
export class GeneratedSecrets {
  private readonly folder: string;

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'secrets');
  }

  /** The secret of that name; the first call makes it with `make`. Throws the system's error about the folder. */
  get(name: string, make: () => string): string {
    const file = join(this.folder, name);
    makeFolder(this.folder, 0o700);
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(draft, make(), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    } finally {
      rmSync(draft);
    }
    return readFileSync(file, 'utf8');
  }
}
