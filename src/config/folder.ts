import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The folder and those above it. Node's own `recursive` tries for ever in a folder that exists and takes none, such as
 * /proc.
 */
export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
  }
}

/** The system has refused something; its message names the path. */
export const isSystemError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && 'code' in error && /^E[A-Z]+$/.test(String(error.code));
