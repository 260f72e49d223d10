import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SmtpSink } from '#libs/simulators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SequenceStore } from '../setup/sequence-store.js';
import { TestApp } from '../setup/test-app.js';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'libs/client');
const run = promisify(execFile);
const node = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  run(process.execPath, args, { cwd: ROOT, env: { PATH: process.env['PATH'], ...env } });

/** A program of somebody else, with the package among its own. */
let program: string;
let app: TestApp;
let sink: SmtpSink;

beforeAll(async () => {
  program = mkdtempSync(join(tmpdir(), 'rekindle-client-'));
  sink = await SmtpSink.start();
  [app] = await Promise.all([TestApp.start({ SMTP_URL: sink.url }), node([join(CLIENT, 'build.mjs')])]);
  mkdirSync(join(program, 'node_modules'));
  symlinkSync(join(ROOT, 'dist/client'), join(program, 'node_modules/rekindle-client'));
});
afterAll(async () => {
  await app?.stop();
  await sink?.stop();
  rmSync(program, { recursive: true, force: true });
});

describe('the package of the client', () => {
  it('has an example that compiles against its types and runs', async () => {
    const [, example = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(CLIENT, 'README.md'), 'utf8')) ?? [];
    writeFileSync(join(program, 'example.mts'), example);
    await SequenceStore.start(app, sink, 'client.myshopify.com', { ann: {} });
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options =
      '--ignoreConfig --strict --module nodenext --target es2022 --skipLibCheck --types node --typeRoots'.split(' ');
    await node([compiler, ...options, join(ROOT, 'node_modules/@types'), join(program, 'example.mts')]);
    const env = { REKINDLE_URL: app.url, REKINDLE_TOKEN: app.adminToken() };
    const { stdout } = await node([join(program, 'example.mjs')], env);
    expect(stdout).toMatch(/^0 customers of .+ have not ordered for 90 days\n$/);
  });

  it('has the version of the service, and needs the package that the service has', () => {
    const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { version: string; dependencies: object };
    const [own, service] = [read(join(CLIENT, 'package.json')), read(join(ROOT, 'package.json'))];
    expect(own.version).toBe(service.version);
    expect(service.dependencies).toMatchObject(own.dependencies);
  });
});
