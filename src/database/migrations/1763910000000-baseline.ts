import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCOUNTS } from './baseline/accounts.js';
import { COMMERCE } from './baseline/commerce.js';
import { EMAIL } from './baseline/email.js';
import { EVENTS } from './baseline/events.js';
import { IMAGES } from './baseline/images.js';
import { IMPORTS } from './baseline/imports.js';
import { LIFT } from './baseline/lift.js';
import { LINKS } from './baseline/links.js';
import { OFFERS } from './baseline/offers.js';
import { OPERATION } from './baseline/operation.js';
import { PERSONAL_IMAGES } from './baseline/personal-images.js';
import { PLATFORMS } from './baseline/platforms.js';
import { RETAILERS } from './baseline/retailers.js';
import { SEGMENTATION } from './baseline/segmentation.js';
import { SEQUENCES } from './baseline/sequences.js';
import { VARIANTS } from './baseline/variants.js';
import { SUPPRESSIONS } from './baseline/suppressions.js';

/** In this order, because tables refer to tables of earlier parts. */
const UP = [
  ...RETAILERS,
  ...ACCOUNTS,
  ...OPERATION,
  ...COMMERCE,
  ...IMPORTS,
  ...EVENTS,
  ...SEGMENTATION,
  ...LINKS,
  ...OFFERS,
  ...EMAIL,
  ...SUPPRESSIONS,
  ...LIFT,
  ...SEQUENCES,
  ...VARIANTS,
  ...IMAGES,
  ...PERSONAL_IMAGES,
  ...PLATFORMS,
];

/** Every primary key, unique key and foreign key begins with the retailer id, so Postgres can be distributed by it. */
export class Baseline1763910000000 implements MigrationInterface {
  name = 'Baseline1763910000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
    if (await hasLz4(runner)) await runner.query('ALTER TABLE deliveries ALTER COLUMN body SET COMPRESSION lz4');
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = UP.flatMap((statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? []);
    for (const table of tables.toReversed()) await runner.query(`DROP TABLE ${table}`);
  }
}

/** lz4 compresses a delivery in a fraction of pglz's time. Some builds of Postgres do not have it. */
async function hasLz4(runner: QueryRunner): Promise<boolean> {
  const rows: unknown[] = await runner.query(
    `SELECT 1 FROM pg_settings WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals)`,
  );
  return rows.length > 0;
}
