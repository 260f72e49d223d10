import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { Injectable } from '@nestjs/common';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

export interface StudioFile {
  readonly bytes: Buffer;
  readonly type: string;
  readonly encoding: string | undefined;
}

/** The built files of the studio, read once: they are small and never change while the service runs. */
@Injectable()
export class StudioFilesService {
  private readonly folder = studioFolder();
  private readonly assets = this.read();

  /** A page without its headers; undefined where the studio was not built. */
  readonly page = this.html('index.html');
  readonly frame = this.html('frame.html');
  /** Names the script and the style that Bull Board's page gets besides its own. */
  readonly board = this.html('board.html');

  /** An asset in the best encoding that the client takes. */
  asset(name: string, acceptEncoding: string): StudioFile | undefined {
    const type = TYPES[extname(name)];
    if (type === undefined) return undefined;
    for (const [encoding, ending] of ENCODINGS) {
      const bytes = acceptEncoding.includes(encoding) ? this.assets.get(name + ending) : undefined;
      if (bytes) return { bytes, type, encoding };
    }
    const bytes = this.assets.get(name);
    return bytes && { bytes, type, encoding: undefined };
  }

  private html(name: string): string | undefined {
    return this.folder === undefined ? undefined : readFileSync(join(this.folder, name), 'utf8');
  }

  private read(): ReadonlyMap<string, Buffer> {
    if (this.folder === undefined) return new Map();
    const folder = join(this.folder, 'assets');
    return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
  }
}

/** `npm run build` writes the folder. The service runs without it, for example right after a clone. */
function studioFolder(): string | undefined {
  const folder = dirname(createRequire(import.meta.url).resolve('#studio/index.html'));
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
