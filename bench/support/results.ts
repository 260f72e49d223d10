import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Machine } from './machine.js';
import { PROJECT } from './datastores.js';

/** Writes `bench/results/<name>-<time>.json`; returns the file's path inside the project. */
export async function saveResult(name: string, machine: Machine, result: object): Promise<string> {
  const at = new Date().toISOString();
  const file = join('bench/results', `${name}-${at.replaceAll(':', '-').slice(0, 19)}.json`);
  await mkdir(join(PROJECT, 'bench/results'), { recursive: true });
  await writeFile(join(PROJECT, file), `${JSON.stringify({ name, at, machine, ...result }, null, 2)}\n`);
  return file;
}
