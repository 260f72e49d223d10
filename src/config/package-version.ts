import { existsSync, readFileSync } from 'node:fs';

/** Of this module, of the bundle that has it, and of its compiled file, to the folder of the service. */
const UP = ['../../', '../../../'] as const;

/** The text of a file below the folder of the service; undefined where it is missing. */
export function serviceFile(file: string): string | undefined {
  const folder = UP.map((up) => new URL(up, import.meta.url)).find((url) => existsSync(new URL('package.json', url)));
  const url = folder && new URL(file, folder);
  return url && existsSync(url) ? readFileSync(url, 'utf8').trim() : undefined;
}

export const packageVersion = (): string =>
  /"version": "([^"]+)"/.exec(serviceFile('package.json') ?? '')?.[1] ?? 'unknown';
