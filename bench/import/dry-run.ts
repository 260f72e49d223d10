import { createReadStream } from 'node:fs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Client } from 'pg';
import { ImportUploadsService } from '../../src/imports/import-uploads.service.js';
import { ImportsHandler } from '../../src/imports/imports.handler.js';
import { ImportsService } from '../../src/imports/imports.service.js';
import { RETAILER_ID } from '../support/tenant.js';

/** One run over the lines of a file that has arrived. */
export interface Run {
  readonly name: string;
  readonly seconds: number;
  /** By how much the database is larger afterwards, before any vacuum. */
  readonly grownBytes: number;
}

/** A dry run, and then the import of the same file. Throws where they count differently. */
export async function dryRunAndImport(app: NestFastifyApplication, client: Client, path: string): Promise<Run[]> {
  const imports = app.get(ImportsService);
  const { found } = await imports.create(RETAILER_ID, { kind: 'orders', source: 'till', format: 'csv', mapping: {} });
  await app.get(ImportUploadsService).receive(found, createReadStream(path));
  const counted: string[] = [];
  const run = async (name: string, isDryRun: boolean): Promise<Run> => {
    const before = await sizeOf(client);
    const begun = performance.now();
    await imports.start(RETAILER_ID, found.id, isDryRun);
    await app.get(ImportsHandler).run({ retailerId: RETAILER_ID, importId: found.id });
    const seconds = (performance.now() - begun) / 1_000;
    const { state, lines, refused, created, updated, unchanged } = (await imports.shown(RETAILER_ID, found.id)).found;
    counted.push([state, lines, refused, created, updated, unchanged].join(' '));
    return { name, seconds, grownBytes: (await sizeOf(client)) - before };
  };
  const runs = [await run('dry run', true), await run('import after it', false)];
  if (new Set(counted).size > 1) throw new Error(`the counts differ: ${counted.join(', ')}`);
  return runs;
}

async function sizeOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  return Number(rows[0]?.bytes);
}
