import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findPostgresProgram } from '#libs/local-services';
import { S3Simulator } from '#libs/simulators';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { backup } from '../../src/backup/backup.js';
import { writeChecksums } from '../../src/backup/checksums.js';
import type { Source } from '../../src/backup/database.js';
import { saveImages } from '../../src/backup/images.js';
import { restore } from '../../src/backup/restore.js';
import { MIGRATIONS } from '../../src/database/data-source.js';
import { prepareRoles } from '../../src/database/migrate.js';
import { withDatabase } from '../setup/servers.js';
import { createDatabase, TestDatabase } from '../setup/test-database.js';
import { installStore } from '../setup/webhooks.js';

const hasPrograms = (await findPostgresProgram('pg_dump')) !== undefined;
const key = randomBytes(32);
const BUCKET = { bucket: 'images', region: 'eu-central-1', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a/secret' };
const image = randomBytes(5_000);
const NAME = `images/${createHash('sha256').update(image).digest('hex')}.png`;

const COMMANDS = join(import.meta.dirname, '../../dist/src/backup');

let folder: string;
let source: Source;
let saved: string;
let target: Source;
let databases = 0;

async function emptyDatabase(): Promise<string> {
  const name = `rekindle_restored_${process.pid}_${(databases += 1)}`;
  const client = new pg.Client(inject('templateUrl'));
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  return withDatabase(inject('templateUrl'), name);
}

const sourceAt = async (databaseUrl: string, name: string): Promise<Source> => {
  const storage = join(folder, name);
  await mkdir(join(storage, 'images'), { recursive: true });
  return { databaseUrl, encryptionKeys: [key], storageUrl: pathToFileURL(storage).href, version: '1' };
};

const run = (from = saved, replace = false, to = target): ReturnType<typeof restore> =>
  restore(to, from, {
    replace,
    prepareRoles: async () => void (await prepareRoles(to.databaseUrl)),
  });

/** Runs the command of `npm run backup` or `npm run restore` without its build. Returns what it prints. */
async function command(name: string, options: readonly string[], { databaseUrl, storageUrl }: Source): Promise<string> {
  const environment = { DATA_DIR: folder, DATABASE_URL: databaseUrl, IMAGE_STORAGE_URL: storageUrl };
  const { stdout } = await promisify(execFile)(process.execPath, [join(COMMANDS, `${name}.cli.js`), ...options], {
    env: { PATH: process.env['PATH'], ENCRYPTION_KEYS: key.toString('base64'), ...environment },
  });
  return stdout;
}

async function stores(databaseUrl: string): Promise<string[]> {
  const database = new TestDatabase(databaseUrl);
  const rows = await database.sql<{ name: string }>('SELECT name FROM retailers ORDER BY name');
  await database.end();
  return rows.map(({ name }) => name);
}

describe.skipIf(!hasPrograms)(`a backup${hasPrograms ? '' : ' (skipped: this machine has no pg_dump)'}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rekindle-backup-'));
    source = await sourceAt(await createDatabase(), 'source');
    await writeFile(join(folder, 'source', NAME), image);
    const database = new TestDatabase(source.databaseUrl);
    await installStore(database);
    await database.end();
    saved = join(folder, 'saved');
    await backup(source, saved);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    target = await sourceAt(await emptyDatabase(), `target-${databases}`);
  });

  it('has the dump, the images, their checksums, and check values that are not keys', async () => {
    expect((await readdir(saved)).toSorted()).toEqual(['SHA256SUMS', 'manifest.json', 'rekindle.dump', 'storage']);
    const manifest = await readFile(join(saved, 'manifest.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({
      schema: MIGRATIONS.at(-1)?.name,
      keys: [expect.stringMatching(/^[\da-f]{16}$/)],
      images: { files: 1, bytes: image.length },
    });
    expect(manifest).not.toContain(key.toString('hex').slice(0, 16));
    await promisify(execFile)('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: saved });
  });

  it('is restored with its rows, its row-level security and its images', async () => {
    await run();
    expect(await stores(target.databaseUrl)).toEqual(await stores(source.databaseUrl));
    const database = new TestDatabase(target.databaseUrl);
    const [open] = await database.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_class WHERE relnamespace = 'public'::regnamespace
          AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'migrations' AND NOT relrowsecurity`,
    );
    await database.end();
    expect(open?.count).toBe(0);
    expect(await readFile(new URL(`${target.storageUrl}/${NAME}`))).toEqual(image);
  });

  it('is refused by a target that is not empty, and replaces it when asked to', async () => {
    await run();
    const database = new TestDatabase(target.databaseUrl);
    await database.sql(`UPDATE retailers SET name = 'changed'`);
    await database.end();
    await expect(run()).rejects.toThrow(/not empty: the database has \d+ tables, the image storage 1 files/);
    expect(await stores(target.databaseUrl)).toEqual(['changed']);
    await run(saved, true);
    expect(await stores(target.databaseUrl)).toEqual(await stores(source.databaseUrl));
  });

  it('is refused without its keys, before anything is changed', async () => {
    const other = { ...target, encryptionKeys: [randomBytes(32)] };
    await expect(run(saved, true, other)).rejects.toThrow(/ENCRYPTION_KEYS lacks 1 of the 1 keys/);
    const both = { ...target, encryptionKeys: [randomBytes(32), key] };
    expect(await run(saved, false, both)).toMatchObject({ version: '1' });
  });

  it('is refused where a file of it has changed or is missing, and without its manifest', async () => {
    const copy = join(folder, `copy-${databases}`);
    await backup(source, copy);
    await writeFile(join(copy, 'storage', NAME), 'other bytes');
    await expect(run(copy)).rejects.toThrow(`The file storage/${NAME} of the backup has changed`);
    await rm(join(copy, 'storage', NAME));
    await expect(run(copy)).rejects.toThrow('1 files too few');
    await rm(join(copy, 'manifest.json'));
    await expect(run(copy)).rejects.toThrow('has no manifest.json');
  });

  it('has the images of a bucket, and goes back to a bucket or a folder', async () => {
    const buckets = await Promise.all([S3Simulator.start(BUCKET), S3Simulator.start(BUCKET)]);
    onTestFinished(async () => void (await Promise.all(buckets.map((bucket) => bucket.stop()))));
    const [full, empty] = buckets;
    full.objects.set(`images/${NAME}`, { body: image, contentType: 'image/png' });
    const database = new TestDatabase(source.databaseUrl);
    const gone = `images/${'0'.repeat(64)}.png`;
    await database.sql(
      `INSERT INTO image_files (retailer_id, key, bytes)
       SELECT id, unnest($1::text[]), 5000 FROM retailers`,
      [[NAME, gone]],
    );
    await database.end();
    const copy = join(folder, `of-bucket-${databases}`);
    expect((await backup({ ...source, storageUrl: full.storageUrl }, copy)).images).toEqual({ files: 1, bytes: 5_000 });
    await run(copy, false, { ...target, storageUrl: empty.storageUrl });
    expect(empty.objects.get(`images/${NAME}`)).toEqual({ body: image, contentType: 'image/png' });
    await run(copy, true);
    const inFolder = await readdir(fileURLToPath(target.storageUrl), { recursive: true });
    expect(inFolder).toContain(NAME.replace('images/', `images/${NAME.slice(7, 9)}/`));
  });

  it('goes on where an image is deleted before its turn, and leaves out a half-written one', async () => {
    const from = await sourceAt(source.databaseUrl, `changing-${databases}`);
    const names = Array.from({ length: 200 }, (_, index) => `images/${String(index).padStart(64, '0')}.png`);
    const pathOf = (name = ''): string => fileURLToPath(`${from.storageUrl}/${name}`);
    for (const name of names) await writeFile(pathOf(name), image);
    await writeFile(pathOf(`${names[0]}.1.tmp`), image);
    const to = join(folder, `changed-${databases}`);
    const saving = saveImages(from, to);
    while (!existsSync(join(to, names[0] ?? ''))) await setImmediate();
    rmSync(pathOf(names.at(-1)));
    expect(await saving).toEqual({ files: 199, bytes: 199 * image.length });
  });

  it('goes back to a bucket where the folder of an earlier backup has a half-written image', async () => {
    const bucket = await S3Simulator.start(BUCKET);
    onTestFinished(() => bucket.stop());
    const copy = join(folder, `half-${databases}`);
    await backup(source, copy);
    const half = `${NAME.replace('images/', `images/${NAME.slice(7, 9)}/`)}.1.tmp`;
    await mkdir(join(copy, 'storage/images', NAME.slice(7, 9)));
    await rename(join(copy, 'storage', NAME), join(copy, 'storage', half.replace('.1.tmp', '')));
    await writeFile(join(copy, 'storage', half), 'half');
    const manifest = await readFile(join(copy, 'manifest.json'));
    await Promise.all(['manifest.json', 'SHA256SUMS'].map((name) => rm(join(copy, name))));
    await writeChecksums(copy);
    await writeFile(join(copy, 'manifest.json'), manifest);
    await run(copy, false, { ...target, storageUrl: bucket.storageUrl });
    expect([...bucket.objects.keys()]).toEqual([`images/${NAME}`]);
  });

  it('is refused for a database that Citus distributes', async () => {
    const database = new pg.Client(target.databaseUrl);
    await run();
    await database.connect();
    await database.query(
      `SET allow_system_table_mods = on;
       INSERT INTO pg_extension VALUES (99999, 'citus', 10, 'public'::regnamespace, false, '13.2', NULL, NULL)`,
    );
    await database.end();
    const copy = join(folder, `of-citus-${databases}`);
    await expect(backup(target, copy)).rejects.toThrow('Back up the files of every node instead');
    expect(existsSync(copy)).toBe(false);
  });

  it('has no images where it is asked for none, and says where they are', async () => {
    const copy = join(folder, `without-${databases}`);
    const storageUrl = 's3://key:secret@s3.example.com/bucket/images?region=eu-central-1';
    const { images } = await backup({ ...source, storageUrl }, copy, { images: false });
    expect(images).toEqual({ elsewhere: 's3://s3.example.com/bucket/images' });
    await run(copy);
    expect(await stores(target.databaseUrl)).toEqual(await stores(source.databaseUrl));
  });

  it('is made and restored by the commands', async () => {
    const copy = join(folder, `by-command-${databases}`);
    expect(await command('backup', ['--to', copy], source)).toMatch(/^Backed up the database \(\w+\) and 1 images/);
    expect(await command('restore', ['--from', copy], target)).toMatch(/^Restored the backup of /);
    expect(await stores(target.databaseUrl)).toEqual(await stores(source.databaseUrl));
    expect(await readFile(new URL(`${target.storageUrl}/${NAME}`))).toEqual(image);
    await expect(command('restore', ['--from', copy], target)).rejects.toThrow(/not empty/);
    await expect(command('backup', [], source)).rejects.toThrow('Say where to: npm run backup -- --to FOLDER');
  });

  it('is not written over another one, and not of a database without tables', async () => {
    await expect(backup(source, saved)).rejects.toThrow('is not empty');
    await expect(backup(target, join(folder, 'none'))).rejects.toThrow('has no tables of Rekindle');
  });
});
