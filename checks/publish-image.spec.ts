import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../docker/publish-image');
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

it('publishes nothing from a work tree with changes', () => {
  const { status, calls } = publish(' M package.json');
  expect({ status, calls }).toEqual({ status: 1, calls: [] });
});
