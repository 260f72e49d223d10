/**
 * Makes the package `rekindle-client` in dist/client: compiled code, types, README and licence.
 * `npm publish dist/client` publishes it.
 *
 * Usage: npm run client:build
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = import.meta.dirname;
const ROOT = join(FOLDER, '../..');
const TARGET = join(ROOT, 'dist/client');

rmSync(TARGET, { recursive: true, force: true });
const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', FOLDER], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
for (const file of ['package.json', 'README.md']) copyFileSync(join(FOLDER, file), join(TARGET, file));
copyFileSync(join(ROOT, 'LICENSE'), join(TARGET, 'LICENSE'));
